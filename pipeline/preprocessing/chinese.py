"""Names of people in Chinese text, by what stands before or after them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.preprocessing.names import CHINESE_SURNAMES, COMPOUND_SURNAMES
from pipeline.preprocessing.patterns import Finding

_COMPOUND = rf"(?:{'|'.join(COMPOUND_SURNAMES)})"
_SURNAME = rf"(?:{'|'.join(COMPOUND_SURNAMES)}|[{CHINESE_SURNAMES}])"
_GIVEN = r"(?:(?![我你他她的是在和与及或,，。您了吗呢请要想为先女小老同经工组部们个本这那有没不总工])[\u4e00-\u9fff]){1,2}"
_ACTS = "[的在是我说把给让跟和对已也就都又才还会要去来用做弄装配改删加开关发传写登申离负昨今前上之刚从帮先告反操]"
_CHINESE: tuple[tuple[re.Pattern[str], float], ...] = (
    (
        re.compile(
            rf"(?:姓名|名字|联系人|收件人|收货人|负责人|持卡人|户主|法人|申请人|经办人|开户人|客户名|称呼|署名)(?:叫|[:：是为\s]){{1,3}}((?:{_SURNAME}){_GIVEN}|"
            rf"[\u4e00-\u9fff]{{1,6}}·[\u4e00-\u9fff]{{1,8}})"
        ),
        0.9,
    ),
    (
        re.compile(
            rf"(?:我叫|[他她]叫|名叫|本人叫?|我的名字是|叫我|这里是|我是|致电|联系|找)(?:客服|工程师|技术支持|售后)?({_SURNAME}{_GIVEN})(?=$|[^\u4e00-\u9fff]|的|在|是|我|，|先生|女士)"
        ),
        0.85,
    ),
    (
        re.compile(
            rf"(?:同事|朋友|老公|老婆|丈夫|妻子|儿子|女儿|搭档|徒弟|学长|学弟|学姐|学妹|表哥|表弟|室友|实习生|合伙人|老板)(?:叫|是|的)?(?![和于时向全成通])({_SURNAME}{_GIVEN})(?=$|[^\u4e00-\u9fff]|{_ACTS})"
        ),
        0.85,
    ),
    (re.compile(rf"(?:我是|这里是|我们?)[^，。！？\n]{{1,14}}的({_SURNAME}{_GIVEN})(?=$|[，。！？!,.\s])"), 0.8),
    (
        re.compile(
            rf"(?:经办人|负责人|联系人|申请人|收件人|管理员|本人)(?:就?是我|是本人)?[，,:：是为\s]{{0,3}}({_SURNAME}{_GIVEN})(?=$|[，。！？!,.;；\s、(（])"
        ),
        0.85,
    ),
    (re.compile(rf"({_SURNAME}{_GIVEN})(?=先生|女士|小姐|工程师|经理|老师|总监|主管|同学|师傅|博士)"), 0.85),
    # Surnames of two characters are hardly anything else.
    (re.compile(rf"(?:(?<![\u4e00-\u9fff])|(?<=[是叫找和跟给]))({_COMPOUND}{_GIVEN})(?=$|[^\u4e00-\u9fff])"), 0.75),
    (re.compile(rf"(?<![\u4e00-\u9fff])({_COMPOUND})(?=先生|女士|小姐|工程师|经理|老师|总监|主管|师傅|总)"), 0.8),
    (re.compile(rf"(?:是|找|问|联系|和|跟)({_COMPOUND})(?=先生|女士|小姐|工程师|经理|老师|总监|主管|师傅|总)"), 0.8),
    (re.compile(rf"(?:^|[，。！？,.!?\s]|是|找|问|联系|谢谢)([{CHINESE_SURNAMES}])(?=[总工](?:$|[，。！？,.!?\s]|说|让|那边|您|你))"), 0.7),
    (
        re.compile(
            rf"(?:^|[，。！？,.!?\s@]|谢谢|感谢|辛苦|麻烦|问|找|让|是|和|跟|请)[小老阿](?![时米于包白单方成家])([{CHINESE_SURNAMES}])(?=$|[，。！？,.!?、~～\s]|说|您|你|已经|帮|那边)"
        ),
        0.7,
    ),
    (
        re.compile(
            rf"(?:谢谢|感谢|多谢|辛苦了|此致|敬礼|祝好)[，,。！!～~]{{0,2}}[ ]?[-—–]{{0,2}}[ ]?({_SURNAME}{_GIVEN})[ ]?[。！!]?(?=$|\n)"
        ),
        0.7,
    ),
    (re.compile(rf"[-—–]{{2}}[ ]?({_SURNAME}{_GIVEN})(?=[ ]|$|\n)"), 0.7),
    (re.compile(rf"(?<![\u4e00-\u9fff])({_SURNAME}{_GIVEN})(?=您好|你好|，您好|，你好|[ ]?(?:[(（]|[+]?\d{{7,}}|1[3-9]\d{{9}}))"), 0.8),
    (re.compile(rf"(?:您好|你好|尊敬的|亲爱的)[,，]?({_SURNAME}{_GIVEN})(?=[,，:：!！。]|先生|女士)"), 0.8),
    (re.compile(rf"(?<![\u4e00-\u9fff])([{CHINESE_SURNAMES}])(?=先生|女士|小姐|工程师|经理|老师|总监|主管|师傅)"), 0.75),
    (
        re.compile(
            rf"(?:您好|你好|尊敬的|我姓|我是|联系|找|谢谢|感谢|辛苦|麻烦|请|问|跟|的)[,，]?([{CHINESE_SURNAMES}])(?=先生|女士|小姐|工程师|经理|老师|总监|主管|师傅|，|。|$)"
        ),
        0.75,
    ),
    (re.compile(rf"(?:^|\n|[-—–]{{1,2}}[ ]?|[！!。~～][ ]?)({_SURNAME}{_GIVEN})[ ]?[。！]?(?=$|\n)"), 0.7),
)
NOT_NAMES = frozenset(
    """高级 金融 方便 时候 时间 安全 温度 马上 白天 周一 周二 周三 周四 周五 周六
    周日 常见 关闭 关于 成功 何时 任何 任务 于是 应该 钱包 平台 全部 全国 向上
    单位 元素 金额 通过 连接 项目 程序 路由 路径 简单 解决 解析 包括 国内 华东
    华北 华南 石家 江苏 云南 贵州 温州 宁波 成都 高峰 高度 强制 段落 汤圆 万一
    方案 方法 明天 明白 计算 计费 左右 安装 和平 时长 支付 支持 文件 文档 别的
    谢谢 祝好 何必 都是 江西 黄金 常用 常规 相关 海外 童装 贸易 余额 余量 毛病
    解释 向导 苏州 杜绝 姜是 易用 白名 黑名 金牌 官网 牛奶 花费 水平 全球 项链
    鲁班 沙箱 卫生 景区 商家 单号 单价 单独 包年 包月 云盘
    时刻 程序 计划 成员 麻烦 辛苦 万分 安好 司空 东方 长孙""".split()
)


def chinese_names(text: str) -> Iterator[Finding]:
    """Chinese names after 姓名, 我叫, before 先生 and the like: a surname of the list and one or two characters."""
    for pattern, score in _CHINESE:
        for match in pattern.finditer(text):
            if match.group(1)[:2] not in NOT_NAMES:
                yield Finding(*match.span(1), "PERSON", score)

"""What is found, what is left alone, and that long lines are safe."""

import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.errors import ModelError
from pipeline.preprocessing.fields import split
from pipeline.preprocessing.recognizers import detect, resolve
from pipeline.preprocessing.scrub import find_conversation_spans, find_spans
from pipeline.settings import Scrubbing

FOUND = [
    ("EMAIL_ADDRESS", "Write to <dana.w+ops@brightleaf-media.com> please"),
    ("EMAIL_ADDRESS", "?contact=<dana%40brightleaf-media.com>&x=1"),
    ("EMAIL_ADDRESS", "邮箱<wang.lei@xinghe-keji.cn>，谢谢"),
    ("PHONE_NUMBER", "call me on <+44 20 7183 8750> today"),
    ("PHONE_NUMBER", "我的手机是<13812345678>，请回电"),
    ("PHONE_NUMBER", "my phone number is <415 867 5309>"),
    ("IP_ADDRESS", "ssh to <52.14.22.190> times out"),
    ("IP_ADDRESS", "listening on [<2600:1f18:42ab:7d00::5>]:443"),
    ("MAC_ADDRESS", "link/ether <3c:52:82:6f:a1:0b> brd ff:ff:ff:ff:ff:ff"),
    ("DOMAIN_NAME", "the site <shop.brightleaf-media.com> shows a 502"),
    ("DOMAIN_NAME", "https://<portal.brightleaf.dev>/login fails"),
    ("CREDIT_CARD", "card <4539 5787 6362 1486> was charged twice"),
    ("IBAN_CODE", "IBAN <DE89 3704 0044 0532 0130 00> please"),
    ("CN_ID", "身份证号<11010519491231002X>"),
    ("US_SSN", "my social is <532-81-9047>"),
    ("PASSPORT", "passport number <X4821907>"),
    ("DATE_OF_BIRTH", "date of birth: <1987-03-14>"),
    ("DATE_OF_BIRTH", "born on <March 14, 1987> in Leeds"),
    ("STREET_ADDRESS", "ship it to <482 Chestnut Avenue, Apt. 9, Portland, OR 97205>"),
    ("STREET_ADDRESS", "地址：<浙江省杭州市西湖区文三路478号3栋201室>"),
    ("RESOURCE_ID", "instance <i-0a1b2c3d4e5f67890> is stuck"),
    ("RESOURCE_ID", "disk <vol-0fedcba9876543210> is full"),
    ("RESOURCE_ID", "ECS <i-bp1g6zv0ce8oghu7k4xa> 无法启动"),
    ("RESOURCE_ID", "account <729401863355> owns it"),
    ("RESOURCE_ID", "order <ORD-20418873> never arrived"),
    ("RESOURCE_ID", "my customer id is <KX90183>"),
    ("RESOURCE_ID", "订单号：<20260318004417>"),
    ("RESOURCE_ID", "备案号 京ICP备<12345678号-1>"),
    ("USER_NAME", "username: <mtrellis>"),
    ("USER_NAME", "permission denied: /home/<mtrellis>/.ssh/config"),
    ("USER_NAME", r"C:\Users\<mtrellis>\AppData"),
    ("SECRET", "key <AKIAQ7XHW2LMN4P8RSTU> is rejected"),
    ("SECRET", "AccessKeyId <LTAI5tQm8vRzX1cYb2Kd7Wpe>"),
    ("SECRET", "aws_secret_access_key = <wJq9Xr3UtnFE7MI0K7MDpbPxRfiCYq1zWbLm2dVs>"),
    ("SECRET", "git token <ghp_16C7e42F292c6912E7710c838347Ae178B4a>"),
    ("SECRET", "Authorization: Bearer <a81f0c77d2e94b1cb3>"),
    ("SECRET", "Cookie: <session=8f14e45fceea167a; theme=dark>"),
    ("SECRET", "password: <Tr0ub4dor&3>"),
    ("SECRET", "my password is <correcthorse99>"),
    ("SECRET", "密码是<Abc!2345>，请重置"),
    ("SECRET", "DATABASE_URL=postgres://svc:<Zk9-pw!7q>@db.internal:5432/app"),
    ("SECRET", "<eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.s5fCk8qLw1>"),
    ("ORGANIZATION", "our company <Nordhagen Optikk AS> moved"),
    ("ORGANIZATION", "公司全称是<云上锦里（成都）网络科技有限公司>，谢谢"),
    ("PERSON", "Hi, my name is <Marisol Vance> and I need help"),
    ("PERSON", "Hello <Marisol>, how are you?"),
    ("PERSON", "It fails again.\nBest regards,\n<Tobias Renner>"),
    ("PERSON", "我叫<王晓岚>，无法登录"),
    ("PERSON", "联系人：<李思远>"),
    ("PERSON", "<赵建国>工程师您好"),
    ("PERSON", "上周同事<郝思远>把数据盘删了"),
    ("PERSON", "收到，已经删了。谢谢，<戴晓岚>"),
    ("PERSON", "谢谢小<韩>"),
    ("PERSON", "扩容好了，谢谢<韩>老师"),
    ("PERSON", "他叫<严思远>，平时都他接电话"),
    ("PERSON", "<闻人>先生您好"),
    ("PERSON", "法人没换，还是<司徒晓岚>"),
    ("PERSON", "法人没换，还是<司徒>总，谢谢"),
    ("PERSON", "谢谢。——<龚思远> gong@brightleaf.cn"),
    ("PERSON", "no, but <Wenzeslaus> put that in, he left"),
    ("PERSON", "that is a matter for <Ms. Okonkwo>'s team"),
    ("SECRET", "user wahl, pw is <Krabben!1974>, please look"),
    ("SECRET", 'the code is right, I copied it: "<Zk7#pLq-29vT> "'),
    ("SECRET", "with token <crt_atOsWl6EUHAr4hwn8GfeDDhb>, made in January"),
    ("SECRET", ".htpasswd: visitors have been typing sauna/<wasser2026> for months"),
    ("SECRET", "数据库密码也换了（旧的是 <Lan@Taihu1990> ，作废了）"),
    ("RESOURCE_ID", "信用代码还是 <91510107MA6EH3G69L>。"),
    ("RESOURCE_ID", "mysql://app:x1y2z3@<db-qvkd5hxf>.us-east-1.db.example.com/x"),
    ("CN_ID", "号码 <32058319910725221x> 被拒"),
    ("DATE_OF_BIRTH", "Vance,532-81-9047,<02/17/1979>,88120.00"),
    ("STREET_ADDRESS", "the old address was <Tiltų g. 22>, sorry"),
    ("STREET_ADDRESS", "Drukarnia, <ul. Garbarska 14/3, 31-131 Kraków>"),
    ("STREET_ADDRESS", "Cantina, <Via delle Rondini 27, 37032 Verona>"),
]


@pytest.mark.parametrize(("kind", "marked"), FOUND, ids=[f"{k}-{i}" for i, (k, _) in enumerate(FOUND)])
def test_finds(kind: str, marked: str) -> None:
    before, _, rest = marked.partition("<")
    value, _, after = rest.rpartition(">")
    assert (len(before), len(before) + len(value), kind) in find_spans([before + value + after])[0]


LEFT_ALONE = [
    "Connect to 10.0.3.4, 192.168.1.20 or 127.0.0.1 with mask 255.255.255.0 via 0.0.0.0",
    "Use 203.0.113.7 or 2001:db8::1 as in the manual, resolver 8.8.8.8",
    "I upgraded to version 4.2.1.7 and OpenSSL/3.0.2.1",
    "Edit config.yaml, run.sh, readme.md and main.py; os.path and System.Net are fine",
    "See github.com, docs.python.org and https://aws.amazon.com/ec2",
    "The default is port 8080, error 10060, 4096 MB, 1500 dollars, since 2023-04-05 10:22:31",
    "CVE-2024-12345 and RFC-2616 and ISO-8859-1",
    "password: required. The password is incorrect, the token is expired, your token is invalid",
    "I am using the Load Balancer and this is Really Slow. Thanks Support Team",
    "root@localhost and ubuntu@server:~$ sudo reboot in /home/ubuntu",
    "std::vector and 12:30:45 and a::b",
    "Restart the server. Then the Database Cluster will recover.",
    "请问安全组如何配置？云服务器无法连接，时间同步失败。",
    "Please open a ticket about invoice rules; my order is late",
    "NAME   FSTYPE FSVER LABEL UUID FSAVAIL FSUSE% MOUNTPOINTS\nvda",
    "X-Forwarded-For: 10.0.0.7\nMem-Info: ok",
    "the error AccountDailyLimit, and OpenAdminPort took the rule away",
    "message: 500 lines exceed 64 KB; image: debian-12 or image: windows-server-2022, serial: 2026042701",
    "session opened for root(uid=1001)",
    "smtp_sasl_password_maps = hash:/etc/postfix/sasl_passwd",
    "Passwords: sftp, db and admins are all new",
    "8 wrong passwords and the address is locked out for 30 min",
    "it should be there between 19:30 and 21:30 UTC. Close, but in time",
    "The check took 12 ms. Works now.",
    "Gefunden: Der Ursprung ist mit einem Schrägstrich am Ende eingetragen. Testen Sie bitte noch einmal, die Antwort liegt bei ihm.",
    "Buongiorno! Efharisto!",
    "We are a French SAS, without a company in China.",
    "请到 beian.miit.gov.cn 查询，方法很简单，谢谢，麻烦了",
    "同事和客户都在问，老板时不时来看",
]


@pytest.mark.parametrize("text", LEFT_ALONE)
def test_leaves_alone(text: str) -> None:
    assert [(text[a:b], t) for a, b, t in find_spans([text])[0]] == []


def test_allowed_texts_are_never_personal() -> None:
    text = "open portal.northgate-cloud.com and ask Northgate"
    assert find_spans([text])[0]
    assert find_spans([text], Scrubbing(allow=["northgate-cloud.com"]))[0] == []


def test_findings_below_the_score_are_left_alone() -> None:
    text = "the site shop.brightleaf-media.com"
    assert detect([text], Scrubbing(score=0.8))[0]
    assert not detect([text], Scrubbing(score=0.9))[0]


def test_a_missing_model_says_what_to_do() -> None:
    with pytest.raises(ModelError, match=r"scrubbing\.spacy_model"):
        detect(["Ask Marisol Vance about it"], Scrubbing(spacy_model="no_such_model"))


def test_what_one_message_says_counts_in_the_others() -> None:
    spans = find_conversation_spans([["my name is quillane dorsett", "hi", "quillane again, still broken"]])[0]
    assert (0, 8, "PERSON") in spans[2]


def test_a_bare_answer_needs_the_question_where_there_is_one() -> None:
    from pipeline.preprocessing.answers import answer_findings

    asked = [("customer", "hello"), ("agent", "May I have the last digits of your account?"), ("customer", "4159")]
    other = [("customer", "hello"), ("agent", "Which port do you use?"), ("customer", "4159")]
    assert answer_findings(asked)[2]
    assert not answer_findings(other)[2]
    assert answer_findings([("customer", "4159")])[0]


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "a.",
        "a@",
        "1 ",
        "1-",
        "1.",
        "aB3",
        "A b ",
        "password: ",
        "x=",
        "://a:",
        "1:",
        "王",
        "路",
        "-----BEGIN PRIVATE KEY-----",
        "Hi Dana, ",
        "\\",
        '{"a":',
    ],
)
def test_a_long_line_takes_linear_time(piece: str) -> None:
    def seconds(size: int) -> float:
        text = (piece * (size // len(piece) + 1))[:size]
        started = time.process_time()
        find_spans([text])
        return time.process_time() - started

    seconds(1000)
    assert seconds(40_000) < 5


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["9.9.", "password: x1y2 ", "https://a.example-shop.com/x?y=z1 "])
def test_a_line_of_a_megabyte_is_scrubbed(piece: str) -> None:
    started = time.process_time()
    find_spans([piece * (1_000_000 // len(piece))])
    assert time.process_time() - started < 120


@given(st.text(max_size=300))
@settings(max_examples=60, deadline=None)
def test_spans_lie_inside_and_do_not_overlap(text: str) -> None:
    spans = find_spans([text])[0]
    assert all(0 <= a < b <= len(text) for a, b, _ in spans)
    assert all(x[1] <= y[0] for x, y in pairwise(spans))


@given(
    st.recursive(
        st.text(max_size=8) | st.integers() | st.booleans() | st.none(),
        lambda c: st.lists(c, max_size=3) | st.dictionaries(st.text(max_size=5), c, max_size=3),
        max_leaves=8,
    )
)
@settings(max_examples=100, deadline=None)
def test_units_of_json_decode_to_its_strings(value: object) -> None:
    import json

    if not isinstance(value, dict | list):
        return
    for ascii_only in (True, False):
        raw = json.dumps(value, ensure_ascii=ascii_only)
        for unit in split(raw):
            a, b = unit.raw_span(0, len(unit.text))
            if unit.kind in ("string", "key"):
                assert json.loads('"' + raw[a:b] + '"') == unit.text
                assert raw[a - 1] == raw[b] == '"'


def test_resolve_prefers_the_surer_then_the_longer() -> None:
    from pipeline.preprocessing.patterns import Finding

    low, high, long_ = Finding(0, 9, "A", 0.5), Finding(2, 4, "B", 0.9), Finding(10, 20, "C", 0.7)
    assert resolve([low, high, long_, Finding(12, 14, "D", 0.7)], 30) == [high, long_]


def test_places_and_contractions_are_no_names() -> None:
    for text in ("I fly from San Diego to New Haven.", '{"city": "San Francisco"}', "I'll call you tomorrow, I'll be there."):
        assert [text[a:b] for a, b, t in find_spans([text])[0] if t == "PERSON"] == []
    assert [t for _, _, t in find_spans(["My name is Diego Marquez."])[0]] == ["PERSON"]

"""Which addresses and host names identify a customer."""

from __future__ import annotations

import ipaddress
import re
from functools import lru_cache
from typing import Any

from pipeline.preprocessing.words import is_ordinary

PUBLIC_SERVICES = frozenset(
    """amazon.com amazonaws.com aliyun.com aliyuncs.com alibabacloud.com azure.com windows.net microsoft.com office.com outlook.com
    live.com google.com googleapis.com gmail.com youtube.com apple.com icloud.com cloudflare.com github.com githubusercontent.com
    gitlab.com bitbucket.org docker.com docker.io kubernetes.io quay.io ghcr.io npmjs.com npmjs.org pypi.org python.org php.net
    nodejs.org golang.org rust-lang.org ruby-lang.org java.com oracle.com mysql.com postgresql.org mongodb.com redis.io nginx.org
    nginx.com apache.org mozilla.org mozilla.com ubuntu.com ubuntuforums.org launchpad.net canonical.com debian.org redhat.com
    fedoraproject.org centos.org opensuse.org archlinux.org kernel.org gnu.org gnome.org kde.org freedesktop.org freenode.net
    sourceforge.net stackoverflow.com stackexchange.com askubuntu.com wikipedia.org wikimedia.org w3.org ietf.org iana.org icann.org
    letsencrypt.org digicert.com verisign.com godaddy.com namecheap.com wordpress.org wordpress.com drupal.org facebook.com
    twitter.com x.com linkedin.com instagram.com whatsapp.com slack.com zoom.us skype.com paypal.com stripe.com yahoo.com
    hotmail.com qq.com 163.com 126.com baidu.com weixin.qq.com taobao.com tmall.com nvidia.com intel.com amd.com ibm.com adobe.com
    imageshack.us pastebin.com paste.ubuntu.com ubuntu-fr.org tinyurl.com bit.ly archive.org schema.org json.org spamhaus.org
    mxtoolbox.com miit.gov.cn sectigo.com globalsign.com zerossl.com entrust.com okta.com virustotal.com ntp.org
    pool.ntp.org statuspage.io sentry.io datadoghq.com elastic.co grafana.com prometheus.io jetbrains.com""".split()
)
"""Services that anybody uses. A list to keep short: what else is not personal goes into the setting `allow`."""

_CLOUD_HOSTS = ("amazonaws.com", "aliyuncs.com", "windows.net", "azure.com", "googleapis.com")
_SERVICE_LABEL = re.compile(
    r"(?:oss|s3|ec2|rds|ecs|sts|slb|elb|sqs|sns|dysmsapi|kms|ram|iam|storage|blob|vpc|api|www|[a-z]+-[a-z]+-\d)", re.A
)

# Suffixes that are also everyday words, file endings or attribute names in code: only a scheme, www. or a word like
# "domain" in front makes such a thing a host name. All suffixes of three and more letters outside _PLAIN are treated so too.
_PLAIN = frozenset("com org net edu gov mil biz info example test invalid int".split())
_DOUBTFUL = frozenset(
    """ac ad ai am as at be bi by cc cd cl cs do fm gd gl gs hm hn id im in io is it la li lt lv ma md me mk ml mm mn mo mp ms mt
    mu mv mw my na nc ne nf ni no nr nu om pa pf pg ph pk pl pm pn pr ps pt pw py re rs rw sa sb sc sd se sg sh si sk sl sm sn so
    sr st sv tc td tf tg th tk tl tm tn to tr ts tt tv us uy vc vg vi vu ws""".split()
)
_COUNTRY_OK = frozenset("io ai pl pt se sg si sk tr us th ph pk at it id in la me tv lt lv li my".split())
_CODE = frozenset("py sh rs pl md so ps cc cs am la mk ml as do sc ms".split())
_MODERN = frozenset("dev app cloud online site tech store shop xyz club top website space host group company".split())
_CONTEXT = re.compile(r"(?:domain|site|website|host|hostname|dns|zone|url|server|fqdn|mx|cname|@|域名|网站|主机|站点)[^\n]{0,24}$", re.I)
_FILE_NAME = re.compile(
    r"(?:readme|license|changelog|makefile|dockerfile|index|main|setup|config|install|test|run|start|stop|build)$", re.I
)

KEPT_LABEL = re.compile(
    r"(?:www|mail|smtp|imap|pop|mx|ns|api|app|web|db|vpn|ftp|sftp|dev|test|staging|prod|cdn|admin|portal|shop|blog|static|img|git|ci|"
    r"auth|login|sso|proxy|gw|gateway|lb|cache|redis|mysql|pg|smtp-in|relay|autodiscover|_dmarc|dkim|status|internal|m)[-]?\d{0,3}$",
    re.A,
)
"""Labels of hosts that say what they do, not whose they are."""


@lru_cache(maxsize=1)
def _extractor() -> Any:
    import tldextract

    # No suffix-list addresses and no cache folder: the snapshot in the package is used and nothing is fetched.
    return tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None, fallback_to_snapshot=True, include_psl_private_domains=True)


@lru_cache(maxsize=50_000)
def registered_domain(host: str) -> str:
    """'www.shop.co.uk' -> 'shop.co.uk'; '' where the suffix is none. Names under .example and the like count as registered."""
    labels = host.casefold().strip(".").split(".")
    if labels[-1] in ("example", "test", "invalid", "localhost"):
        return ".".join(labels[-2:])
    return str(_extractor()(host.casefold()).top_domain_under_public_suffix)


def is_reserved_host(host: str) -> bool:
    """Under the names that RFC 2606 and RFC 6761 keep for documentation."""
    return bool(re.search(r"(?:^|\.)(?:example|example\.(?:com|org|net)|test|invalid|localhost|local|internal|in-addr\.arpa)$", host, re.I))


def is_public_service(host: str) -> bool:
    """A host of a service that anybody uses, unless its first labels name one customer's resource there."""
    host = host.casefold()
    labels = host.split(".")
    owner = next((".".join(labels[i:]) for i in range(len(labels) - 1) if ".".join(labels[i:]) in PUBLIC_SERVICES), "")
    if not owner:  # google.ca, debian.net: a well-known name under another suffix
        brand = registered_domain(host).split(".")[0]
        return len(brand) > 4 and any(f"{brand}.{end}" in PUBLIC_SERVICES for end in ("com", "org"))
    if owner not in _CLOUD_HOSTS:
        return True
    rest = labels[: -len(owner.split("."))]
    return len(rest) <= 1 or bool(_SERVICE_LABEL.match(rest[0]) and len(rest) <= 2)


def is_customer_host(text: str, start: int, end: int) -> bool:  # noqa: PLR0911 (one test after the other)
    """Whether text[start:end], which looks like a host name, is one that says who the customer is."""
    host = text[start:end]
    labels = host.split(".")
    if is_reserved_host(host) or is_public_service(host):
        return False
    before = text[max(0, start - 60) : start]
    tld = labels[-1].casefold()
    sure = before.endswith("://") or labels[0].casefold() == "www" or bool(re.search(r"://[^\s/]*@$", before))
    if not sure:
        if (
            before.endswith(("/", "\\", "$", "_", "(", "-"))
            or text[end : end + 1] in ("(", "[", "_")
            or text[end : end + 2] in ("::", "++")
        ):
            return False
        in_words = bool(_CONTEXT.search(before))
        if _FILE_NAME.match(labels[-2]) and len(labels) == 2 and not in_words:
            return False
        if labels[-1] != tld and labels[-2] != labels[-2].upper():  # System.Net, ASP.NET: code, not a host
            return False
        if tld not in _PLAIN and not in_words:
            # 'done.is' is a missing blank, 'script.pl' a file: the label must be no word, the suffix no file ending.
            named = tld not in _CODE and len(labels[-2]) > 5 and labels[-2].isalpha() and not is_ordinary(labels[-2])
            country = tld not in _DOUBTFUL or (tld in _COUNTRY_OK and len(labels) > 2) or (tld == "io" and len(labels[0]) > 4) or named
            two = len(tld) == 2 and country
            if not (two or (len(labels) > 2 and tld in _MODERN)):
                return False
            if len(labels) == 2 and len(labels[0]) < 3:
                return False
        if tld == "net" and labels[-2].casefold() in ("asp", "ado", "vb", "java", "dot", "system"):
            return False
    return bool(registered_domain(host))


_VERSION = re.compile(
    r"(?:\b(?:version|ver|release|rel|build|firmware|driver|kernel|upgrade|v)[\s.:=]*|[A-Za-z]/|[A-Za-z]-|==|>=|<=)$", re.I
)
_ADDRESSED = re.compile(r"(?:\bip\b|address|host|server|ping|ssh|from|gateway|at|地址|://)[^\n]{0,12}$", re.I)
_SHARED = frozenset(("8.8.8.8", "8.8.4.4", "1.1.1.1", "1.0.0.1", "9.9.9.9", "114.114.114.114", "223.5.5.5", "223.6.6.6", "100.100.100.200"))


def is_personal_ip(text: str, start: int, end: int) -> bool:
    """A public address: not private, reserved, a documentation range, a netmask, a well-known resolver or a version number."""
    value = text[start:end]
    try:
        address = ipaddress.ip_address(value)
    except ValueError:
        return False
    if address.version == 6:
        return address in ipaddress.ip_network("2000::/3") and address not in ipaddress.ip_network("2001:db8::/32")
    first = int(value.split(".")[0])
    if not address.is_global or address.is_multicast or first >= 240 or first == 0 or value in _SHARED:
        return False
    before = text[max(0, start - 24) : start]
    if all(int(o) < 20 for o in value.split(".")) and not _ADDRESSED.search(before):  # 2.6.8.1 is a version until something says otherwise
        return False
    return not _VERSION.search(before)

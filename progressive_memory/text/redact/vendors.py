"""Vendors' token shapes: prefixes and lengths as their documentation publishes them.

Every shape starts with a fixed prefix or has a fixed length and uses one character class at a
time, so matching is linear. A shape is only tried on a run of token characters, never on prose.
"""

from __future__ import annotations

import re

_SHAPES: dict[str, tuple[str, ...]] = {
    "aws-key": (
        r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Z0-9])",
        r"ABSK[A-Za-z0-9+/]{100,300}={0,2}",
        r"bedrock-api-key-[A-Za-z0-9+/=]{16,}",
    ),
    "aliyun-key": (r"LTAI[A-Za-z0-9]{12,26}",),
    "tencent-key": (r"AKID[A-Za-z0-9]{32}",),
    "github-token": (r"gh[opsur]_[A-Za-z0-9]{36,255}", r"github_pat_\w{22,255}"),
    "gitlab-token": (
        r"gl(?:pat|dt|ft|soat|rt|cbt|ptt|imt|agent|oas|ffct)-[\w-]{20,}",
        r"GR1348941[\w-]{20,}",
    ),
    "slack-token": (r"xox[a-z]-[\w-]{10,}", r"xoxe\.xox[bp]-[\w-]{20,}", r"xapp-\d-[\w-]{20,}"),
    "matrix-token": (r"sy[tr]_[\w-]{10,}", r"mc[tr]_[A-Za-z0-9]{20,}(?:_\w{6})?"),
    "discord-token": (r"[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}",),
    "telegram-token": (r"\d{8,10}:AA[\w-]{32,34}",),
    "anthropic-key": (r"sk-ant-[\w-]{20,}",),
    "openai-key": (r"sk-[\w-]{20,}",),
    "google-key": (r"AIza[\w-]{35}", r"ya29\.[\w-]{20,}", r"GOCSPX-[\w-]{20,}"),
    "azure-key": (r"[\w~.-]{3}\dQ~[\w~.-]{31,34}",),
    "stripe-key": (r"[rs]k_(?:live|test|prod)_\w{10,}", r"whsec_[A-Za-z0-9+/]{20,}"),
    "huggingface-token": (r"hf_[A-Za-z0-9]{30,}", r"api_org_[A-Za-z0-9]{30,}"),
    "package-token": (
        r"npm_[A-Za-z0-9]{36}",
        r"pypi-AgE[\w-]{50,}",
        r"rubygems_[a-f0-9]{48}",
        r"CLOJARS_[a-z0-9]{60}",
        r"oy2[a-z0-9]{43}",
        r"AKCp[A-Za-z0-9]{69}",
        r"cmVmd[A-Za-z0-9]{59}",
        r"dckr_(?:pat|oat)_[\w-]{20,}",
    ),
    "api-key": (
        r"(?:gsk|xai|pplx|r8|fw|jina|tvly|nvapi)[_-][\w-]{20,}",
        r"SG\.[\w-]{16,}\.[\w-]{16,}",
        r"key-[0-9a-f]{32}",
        r"[0-9a-f]{32}-us\d{1,2}(?!\d)",
        r"[0-9a-f]{32}\.[A-Za-z0-9]{16}(?![A-Za-z0-9])",
        r"SK[0-9a-f]{32}",
        r"sq0(?:atp|csp|idp)-[\w-]{22,}",
        r"EAAA[\w=-]{56,}",
        r"EAA[A-Za-z0-9]{80,}",
        r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}",
        r"do[oprt]_v1_[a-f0-9]{64}",
        r"dapi[a-f0-9]{32}(?:-\d)?",
        r"dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40,}",
        r"glc_[A-Za-z0-9+/]{32,}={0,2}",
        r"glsa_[A-Za-z0-9]{32}_[a-fA-F0-9]{8}",
        r"hv[sb]\.[\w-]{24,}",
        r"s\.[A-Za-z0-9]{24}(?![A-Za-z0-9])",
        r"[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,}",
        r"HRKU-[\w-]{30,}",
        r"lin_(?:api|oauth)_[A-Za-z0-9]{32,}",
        r"(?:secret|ntn)_[A-Za-z0-9]{40,}",
        r"NR(?:AK|JS|II|RA|AA|IQ)-[\w-]{19,}",
        r"[0-9a-fA-F]{36}NRAL|AA[0-9a-f]{40}-NRMA",
        r"pscale_(?:tkn|pw|oauth|app_secret)_[\w.=-]{30,}",
        r"PMAK-[a-f0-9]{24}-[a-f0-9]{34}",
        r"(?:pnu|pnb|rdme|fio-u|ico|nfp|tfp|aio|duffel|shippo|sgp|ATTA|lsv2)[_-][\w=-]{28,}",
        r"slk_[a-f0-9]{64}|sk_[a-f0-9]{32,64}(?![A-Za-z0-9])",
        r"CFPAT-[\w-]{40,}|ATBB[A-Za-z0-9]{32}|BBFF-[A-Za-z0-9]{30,}",
        r"bce-v3/ALTAK-[\w/-]{40,}|AKLT[A-Za-z0-9]{16,}",
        r"sec-c-[A-Za-z0-9]{40,}|tkn\.v1_[\w=-]{40,}|rpa_[A-Z0-9]{40,}",
        r"secret-token:[\w%.~-]{8,}",
        r"pul-[a-z0-9]{40}",
        r"sntry[su]_[A-Za-z0-9+/=_]{40,}",
        r"sq[aup]_[A-Za-z0-9]{40}",
        r"tskey-[a-z]+-[\w-]{16,}",
        r"pat[A-Za-z0-9]{14}\.[a-f0-9]{64}",
        r"AT[AC]TT3[\w=-]{60,}",
        r"dt0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{64}",
        r"EZ[AT]K[A-Za-z0-9]{54}",
        r"FLW(?:SECK|PUBK)_TEST-[\w-]{12,}",
        r"f[mo][12]r?_[\w+/=-]{40,}",
        r"sha256~[\w-]{43}",
        r"access-(?:sandbox|development|production)-[0-9a-f-]{36}",
        r"tk-us-[\w-]{48}",
        r"x(?:keysib|smtpsib)-[a-f0-9]{64}-[A-Za-z0-9]{16}",
        r"ops_eyJ[A-Za-z0-9+/=]{100,}",
        r"A3-[A-Z0-9]{6}-[A-Z0-9]{6,11}-[A-Z0-9-]{10,}",
        r"AGE-SECRET-KEY-1[A-Z0-9]{58}",
        r"t1\.[A-Z0-9a-z_-]{20,}={0,2}\.[A-Z0-9a-z_-]{80,}",
        r"AQVN[\w-]{35,38}",
        r"sl\.[A-Za-z0-9_=-]{100,}",
        r"v1\.0-[a-f0-9]{24}-[a-f0-9]{140,}",
        r"phc_[A-Za-z0-9]{40,}",
        r"apify_api_[\w-]{30,}",
        r"figd_[\w-]{38,}",
        r"ctp_[A-Za-z0-9]{36,}|CCIPAT_\w{20,}",
        r"sbp_[a-z0-9]{40,}|sb_secret_[\w-]{20,}",
        r"\d{10,20}\|[\w-]{27,}",
        r"(?:live|test)_(?:pub_)?[a-f0-9]{31,35}",
        r"[a-z0-9]{8}-[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{12}-[a-f0-9]{32,}",
    ),
    "jwt": (r"eyJ[\w-]{8,}\.(?:eyJ)?[\w-]{8,}\.[\w-]{10,}", r"eyJ[\w-]{8,}\.eyJ[\w-]{20,}\.?"),
}

TOKEN_RUN = re.compile(r"[A-Za-z0-9_\-.~+/=:%|]{20,}")
"""A stretch that may hold a vendor's token; nothing shorter than 20 characters is one."""

VENDOR_TOKEN = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    + "|".join(
        f"(?P<{kind.replace('-', '_')}>{'|'.join(shapes)})" for kind, shapes in _SHAPES.items()
    )
    + ")"
)
"""One group a kind; `lastgroup` with `_` for `-` is the kind."""

WEBHOOK = re.compile(
    r"(?P<keep>https?://(?:hooks\.slack\.com/(?:services|workflows|triggers)/"
    r"|(?:\w{1,16}\.)?discord(?:app)?\.com/api/webhooks/"
    r"|oapi\.dingtalk\.com/robot/send\?access_token="
    r"|open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/v2/hook/"
    r"|qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key="
    r"|hooks\.zapier\.com/hooks/catch/|outlook\.office(?:365)?\.com/webhook/"
    r"|[\w-]{1,60}\.webhook\.office\.com/webhookb2/|[\w-]{1,60}\.tines\.com/webhook/"
    r"|maker\.ifttt\.com/(?:use|trigger/\w{1,60}/(?:json/)?with/key)/"
    r"|api\.telegram\.org/bot))(?P<value>[A-Za-z0-9_\-/.:+=]{8,300})"
)
"""Chat webhooks: whoever has the address may post, so the part behind the host is the secret."""

/** e2e checks `window.xssRan`. */
const RUN = 'window.xssRan=1'

const HANDLERS = [
  'onerror',
  'onload',
  'onclick',
  'onfocus',
  'onmouseover',
  'onpointerenter',
  'onanimationstart',
  'ontoggle',
  'onbegin',
  'onstart',
]

const CARRIERS = [
  (on: string) => `<img src=x ${on}="${RUN}">`,
  (on: string) => `<svg ${on}=${RUN}>`,
  (on: string) => `<p tabindex=0 autofocus ${on}='${RUN}'>p</p>`,
  (on: string) => `<details open ${on}=${RUN}><summary>s</summary></details>`,
  (on: string) => `<a href="/" style="animation-name:x" ${on}=${RUN}>a</a>`,
  (on: string) => `<IMG/SRC=x\n${on.toUpperCase()}\t=\t"${RUN}">`,
]

const ADDRESSES = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  ` javascript:${RUN}`,
  `\u0001javascript:${RUN}`,
  `java\tscript:${RUN}`,
  `java\nscript:${RUN}`,
  `java&#x09;script:${RUN}`,
  `&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;${RUN}`,
  `javascript&colon;${RUN}`,
  `javascript://example.com/%0a${RUN}`,
  `vbscript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `data:text/html;base64,PHNjcmlwdD53aW5kb3cueHNzUmFuPTE8L3NjcmlwdD4=`,
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${RUN}'/>`,
  `blob:javascript:${RUN}`,
  `view-source:javascript:${RUN}`,
]

const LINKS = [
  (to: string) => `<a href="${to}">click</a>`,
  (to: string) => `<a href='${to}' target=_self>click</a>`,
  (to: string) => `<iframe src="${to}"></iframe>`,
  (to: string) => `<form action="${to}"><button>go</button></form>`,
]

const ALONE = [
  `<script>${RUN}</script>`,
  `<SCRIPT>${RUN}</SCRIPT>`,
  `<script src=data:text/javascript,${RUN}></script>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<script/x>${RUN}</script\n>`,
  `"><script>${RUN}</script>`,
  `'-${RUN}-'`,
  `\${${RUN}}`,
  `{{constructor.constructor('${RUN}')()}}`,
  `</title><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `<!--><script>${RUN}</script>-->`,
  `<![CDATA[<script>${RUN}</script>]]>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${RUN}&gt;">`,
  `<svg></p><style><a id="</style><img src=1 onerror=${RUN}>">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${RUN}>`,
  `<svg><animate attributeName=href values=javascript:${RUN} /><a><text>x</text></a></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><image href='1' onerror='${RUN}'/></svg>#x"/></svg>`,
  `<style>@import 'data:text/css,*{background:url(javascript:${RUN})}'</style>`,
  `<p style="background:url(javascript:${RUN})">p</p>`,
  `<p style="width:expression(${RUN})">p</p>`,
  `<link rel=stylesheet href="javascript:${RUN}">`,
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `<base href="javascript:${RUN}//">`,
  `<object data="javascript:${RUN}"></object>`,
  `<embed src="javascript:${RUN}">`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<template><script>${RUN}</script></template>`,
  `<img srcset="x 1x" src=x onerror=${RUN}>`,
]

/** May execute as script. */
export const XSS_PAYLOADS: readonly string[] = [
  ...CARRIERS.flatMap((carry) => HANDLERS.map((on) => carry(on))),
  ...LINKS.flatMap((link) => ADDRESSES.map((to) => link(to))),
  ...ALONE,
]

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/HarmonyOS|OpenHarmony/, '鸿蒙手机'],
  [/Android/, '安卓手机'],
  [/Windows/, 'Windows 电脑'],
  [/Macintosh/, 'Mac'],
]
/** First match: most name Chrome, Chrome names Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/HuaweiBrowser/, '华为浏览器'],
  [/MiuiBrowser/, '小米浏览器'],
  [/HeyTapBrowser/, 'OPPO 浏览器'],
  [/VivoBrowser/, 'vivo 浏览器'],
  [/MQQBrowser/, 'QQ 浏览器'],
  [/Edg/, 'Edge'],
  [/SamsungBrowser/, '三星浏览器'],
  [/Firefox/, 'Firefox'],
  [/Chrome/, 'Chrome'],
  [/Safari/, 'Safari'],
]

const first = (of: typeof KINDS, userAgent: string) => of.find(([form]) => form.test(userAgent))?.[1]

/** Kind of device and browser, as '安卓手机 Chrome'. */
export function deviceName(userAgent: string): string {
  return [first(KINDS, userAgent) ?? '其他设备', first(BROWSERS, userAgent)].filter(Boolean).join(' ')
}

/** WeChat's built-in browser has no push. */
export const isWeChat = (userAgent: string): boolean => /MicroMessenger/i.test(userAgent)

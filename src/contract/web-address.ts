import * as v from 'valibot'

/** Allows http, https and paths of this site; excludes `javascript:` and `data:` URLs. */
export function isWebAddress(text: string): boolean {
  return /^(https?:\/\/[^\s/?#]|\/(?![/\\]))/i.test(text)
}

/** A forbidden URL becomes empty. */
export const webAddress = v.fallback(v.pipe(v.string(), v.check(isWebAddress, '请输入完整网址')), '')

import * as v from 'valibot'

/** Whether a link may lead there: http, https, or a path of our own; never a script or data in an address's clothes. */
export function isWebAddress(text: string): boolean {
  return /^(https?:\/\/[^\s/?#]|\/(?![/\\]))/i.test(text)
}

/** An address to link to; one that no link may lead to counts as none (empty). */
export const webAddress = v.fallback(v.pipe(v.string(), v.check(isWebAddress, '地址有误')), '')

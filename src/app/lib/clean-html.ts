import createDOMPurify from 'dompurify'
import { isOwnPage, RICH_TEXT } from '#contract/rich-text.ts'

// A separate instance, so that the hook stays local.
const purify = createDOMPurify(window)

purify.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName !== 'A' || isOwnPage(element.getAttribute('href') ?? '')) return
  element.setAttribute('target', '_blank')
  element.setAttribute('rel', 'noopener noreferrer')
})

/** Another server may not have done so. */
export function cleanHtml(html: string): string {
  return purify.sanitize(html, {
    ALLOWED_TAGS: [...RICH_TEXT.tags],
    ALLOWED_ATTR: [...new Set(Object.values(RICH_TEXT.attributes).flat())],
    ALLOWED_URI_REGEXP: new RegExp(`^(?:(?:${RICH_TEXT.schemes.join('|')}):|/(?!/)|#)`, 'i'),
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })
}

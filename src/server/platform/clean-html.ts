import sanitizeHtml from 'sanitize-html'
import { isOwnPage, RICH_TEXT } from '#contract/rich-text.ts'

const options: sanitizeHtml.IOptions = {
  allowedTags: [...RICH_TEXT.tags],
  allowedAttributes: {
    ...Object.fromEntries(Object.entries(RICH_TEXT.attributes).map(([tag, names]) => [tag, [...names]])),
    a: [...RICH_TEXT.attributes.a, 'target', 'rel'],
  },
  allowedSchemes: [...RICH_TEXT.schemes],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { href }) => ({
      tagName,
      attribs: {
        ...(href === undefined ? {} : { href }),
        ...(href !== undefined && isOwnPage(href) ? {} : { target: '_blank', rel: 'noopener noreferrer' }),
      },
    }),
    h1: 'h3',
    h2: 'h3',
    h6: 'h5',
    div: 'p',
  },
  // Screen readers list empty headings.
  exclusiveFilter: ({ tag, text }) => /^h[1-6]$/.test(tag) && text.trim() === '',
}

const MOST_TEXTS = 200
const cleaned = new Map<string, string>()

/**
 * Sanitizes rich text: removes markup that runs, loads or imitates the page, keeps the text.
 * Links to other sites open in a new window without opener and referrer.
 */
export function cleanHtml(html: string): string {
  const known = cleaned.get(html)
  if (known !== undefined) return known
  const clean = sanitizeHtml(html, options)
  if (cleaned.size >= MOST_TEXTS) cleaned.clear()
  cleaned.set(html, clean)
  return clean
}

/**
 * All that rich text (answers, notification bodies) may carry: words and their order, no look, no picture, no script.
 * The server cleans by it when a text is read out, the client again before it is shown.
 */
export const RICH_TEXT = {
  tags: [
    'p',
    'br',
    'hr',
    'h3',
    'h4',
    'h5',
    'ul',
    'ol',
    'li',
    'blockquote',
    'pre',
    'code',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'sub',
    'sup',
    'a',
    'table',
    'caption',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  /** Attributes beside the tags that may carry them. */
  attributes: { a: ['href'], th: ['colspan', 'rowspan'], td: ['colspan', 'rowspan'], ol: ['start'] },
  schemes: ['http', 'https', 'mailto', 'tel'],
} as const

/** Whether a link leads to a page of the app, which opens in place; others open in a window of their own. */
export const isOwnPage = (href: string): boolean => /^\/(?![/\\])/.test(href)

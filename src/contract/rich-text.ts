/** Structure only: no styles, images or scripts. The server sanitizes on output, the client again before display. */
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
  attributes: { a: ['href'], th: ['colspan', 'rowspan'], td: ['colspan', 'rowspan'], ol: ['start'] },
  schemes: ['http', 'https', 'mailto', 'tel'],
} as const

/** An app route; other links open in a new window. */
export const isOwnPage = (href: string): boolean => /^\/(?![/\\])/.test(href)

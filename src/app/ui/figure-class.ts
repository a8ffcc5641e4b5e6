/**
 * A figure that leads to what it counts: marked as such without colour, which status has, and as large a target as its
 * place allows; under a thumb it reaches beyond its own lines.
 */
export const figureClass =
  'relative -mx-2 inline-block rounded-sm px-2 leading-6 underline decoration-line-strong decoration-dotted underline-offset-4 hover:text-link hover:decoration-solid touch:after:absolute touch:after:-bottom-2.5 touch:after:-left-2.5 touch:after:-right-2.5 touch:after:-top-2.5'

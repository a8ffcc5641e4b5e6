import type { Dict } from '#contract/dict/define-dict.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'

export const fireResult: Dict = {
  ...fireHandling,
  tone: (code) => (fireHandling.tone(code) === 'fire' ? 'fire' : 'dismissed'),
}

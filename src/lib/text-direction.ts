/**
 * A text that is drawn has no markup around it, so it runs as its own first letter does; figures and signs alone run from
 * left to right, as prices do in every language.
 */
export function drawnDirection(text: string): 'ltr' | 'rtl' {
  return /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text) ? 'rtl' : 'ltr'
}

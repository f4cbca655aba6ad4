/**
 * A text that is drawn has no markup around it, so it runs as its own first letter does; figures and signs alone run from
 * left to right, as prices do in every language. An isolated name says nothing of the text around it, as for the browser.
 */
export function drawnDirection(text: string): 'ltr' | 'rtl' {
  return /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text.replace(/\u2068[^\u2069]*\u2069/g, '')) ? 'rtl' : 'ltr'
}

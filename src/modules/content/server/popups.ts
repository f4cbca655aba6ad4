import type { PromoPopup } from '#modules/brand/contract/promo.ts'

export interface ShownPopup {
  name: string
  title: string
  text: string
  action?: string | undefined
  link?: string | undefined
  delayMs: number
}

/** Popups for this audience in the page's language, else in English, else in Russian; one without words is left out. */
export function popupsFor(config: object, lng: string, signedIn: boolean): ShownPopup[] {
  const { popups } = (config as { promo?: { popups: PromoPopup[] } }).promo ?? { popups: [] }
  return popups
    .filter(({ audience }) => audience === 'all' || (audience === 'players') === signedIn)
    .flatMap(({ name, link, delayMs, texts }) => {
      const words = texts[lng] ?? texts['en'] ?? texts['ru']
      return words ? [{ name, title: words.title, text: words.text, action: words.action, link, delayMs }] : []
    })
}

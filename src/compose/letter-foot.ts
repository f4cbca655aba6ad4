/** What stands under every letter: age, licence and the way to help, as on every page (standards RG-23). */
import { enforcedMinAge } from '#modules/account/rules/min-age.ts'
import type { LetterFoot } from '#modules/auth/server/index.ts'
import type { Brands } from '#modules/brand/server/index.ts'
import type { Texts } from '#platform/server/texts.ts'
import type { HelpLine } from '#platform/shared/site-config.ts'
import type { SiteAddress } from './site-address.ts'

/** Null for a brand that is gone. Links lead to the first host that the brand names. */
export function letterFoot(
  brands: Pick<Brands, 'list'>,
  texts: Texts,
  siteOf: SiteAddress,
): (brand: string, lng: string) => LetterFoot | null {
  return (id, lng) => {
    const config = brands.list().find((brand) => brand.config.id === id)?.config
    if (!config) return null
    const { text } = config.footer.licences[0]!
    return {
      brand: config.customize.name,
      age: enforcedMinAge(config.registration.min_age),
      // A brand writes the key of a text of ours, or its own words.
      licence: /^[a-z_]+$/.test(text) ? texts.text(lng, `shell:${text}`) : text,
      link: `${siteOf(config)}/${lng}/information/responsiblegaming`,
      helpLine: helpLineText(config.responsible.helpLine),
    }
  }
}

function helpLineText(line: HelpLine | undefined): string {
  return line ? `${[line.name, line.phone].filter(Boolean).join(', ')}: ${line.url}` : ''
}

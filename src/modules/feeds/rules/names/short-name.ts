/** Short names: company forms leave the name unless two clubs of a country would then be equal (feeds §12). */

const FORMS = new Set(
  (
    'FC SC CF AFC FK NK AS AC SV VfB VfL TSV TSG FSV SpVgg SSV RCD RC CD CA UD SD AD US SS SSC ACF CFC BC UC CR EC SE FBC FBPA AF GD SL GNK HNK MFK ' +
    'KAA KRC KV KVC RSC RAAL FCV SK IF BK IK FF IFK AIK GIF HNK NFC SFC SSD BSC FKS GKS KS MKS NFC EH VV SCO OSC HAC AJ OGC EA SBV KF KS OFK CS CSM ACS AFK TJ SFK LKS RKS WKS TS ' +
    'Balompié Calcio Futebol Fútbol 1.'
  ).split(' '),
)
const YEARS = /^(?:18|19|20)\d\d$|^0\d$/

/** "1. FC Köln" → "Köln", "FC Bayern München" → "Bayern München"; a name of nothing but forms stays whole. */
export function shortName(name: string): string {
  const words = name.trim().split(/\s+/)
  const kept = words.filter((word) => !FORMS.has(word) && !YEARS.test(word))
  // "Real Sociedad de Fútbol": what joined a form that has gone goes with it.
  while (kept.length > 1 && kept.length < words.length && /^(de|del|do)$/.test(kept.at(-1)!)) kept.pop()
  return kept.some((word) => word.length > 2) ? kept.join(' ') : name.trim()
}

/** Short names of the clubs of one country: those that would be equal keep their forms. */
export function shortNames(names: readonly string[]): Map<string, string> {
  const count = new Map<string, number>()
  for (const name of new Set(names)) count.set(shortName(name), (count.get(shortName(name)) ?? 0) + 1)
  return new Map(names.map((name) => [name, count.get(shortName(name))! > 1 ? name : shortName(name)]))
}

/** Practical transcription of Latin names into Russian by the country's language. The rules are data (feeds §12). */
import table from '#seed/names-transcription.json' with { type: 'json' }

type Rules = Record<string, string>
const LANGUAGES = table.languages as Record<string, Rules>
const COUNTRIES = table.countries as Record<string, string>
const WORDS = table.words as Rules

function rulesOf(countryCode: string): Rules[] {
  const language = COUNTRIES[countryCode]
  return language ? [LANGUAGES[language]!, LANGUAGES['base']!] : [LANGUAGES['base']!]
}

/** How long the rules of a letter are at most: most letters have none of more than two. */
const LENGTHS = new Map(
  Object.values(LANGUAGES).map((rules) => {
    const most: Record<string, number> = {}
    for (const rule of Object.keys(rules)) {
      const letters = rule.replace(/^\^|\$$/g, '')
      most[letters[0]!] = Math.max(most[letters[0]!] ?? 0, letters.length)
    }
    return [rules, most] as const
  }),
)

/** The longest rule that fits at a place; '^' marks the beginning of a word, '$' its end. */
function longest(word: string, at: number, rules: Rules): [length: number, text: string] | null {
  for (let length = Math.min(LENGTHS.get(rules)?.[word[at]!] ?? 0, word.length - at); length > 0; length--) {
    const part = word.slice(at, at + length)
    const first = at === 0
    const last = at + length === word.length
    const text =
      (first && last ? rules[`^${part}$`] : undefined) ??
      (last ? rules[`${part}$`] : undefined) ??
      (first ? rules[`^${part}`] : undefined) ??
      rules[part]
    if (text !== undefined) return [length, text]
  }
  return null
}

function transcribeWord(word: string, chain: readonly Rules[]): string {
  const lower = word.toLocaleLowerCase('en').replaceAll('i̇', 'i')
  let out = ''
  for (let at = 0; at < lower.length;) {
    // The own language's rules go first, whatever their length; a letter it has no rule for is taken from the common table.
    const found = chain.map((rules) => longest(lower, at, rules)).find((hit) => hit !== null)
    if (found) {
      out += found[1]
      at += found[0]
      continue
    }
    const bare = lower[at]!.normalize('NFD').replace(/[̀-ͯ]/g, '')
    out += bare === lower[at] ? bare : (longest(bare, 0, LANGUAGES['base']!)?.[1] ?? bare)
    at++
  }
  // "льь" and "й" after a consonant come from rules meeting each other.
  out = out.replace(/ьь/g, 'ь').replace(/([бвгджзклмнпрстфхцчшщ])й(?=[бвгджзклмнпрстфхцчшщ]|$)/g, '$1и')
  return word[0] === word[0]!.toLocaleLowerCase('en') && word[0] !== word[0]!.toLocaleUpperCase('en')
    ? out
    : out.charAt(0).toUpperCase() + out.slice(1)
}

const ABBREVIATION = /^[A-ZÀ-Þ]{2,5}$/
const LETTERS: Rules = {
  A: 'А',
  B: 'Б',
  C: 'К',
  D: 'Д',
  E: 'Е',
  F: 'Ф',
  G: 'Г',
  H: 'Х',
  I: 'И',
  J: 'Й',
  K: 'К',
  L: 'Л',
  M: 'М',
  N: 'Н',
  O: 'О',
  P: 'П',
  Q: 'К',
  R: 'Р',
  S: 'С',
  T: 'Т',
  U: 'У',
  V: 'В',
  W: 'В',
  X: 'Кс',
  Y: 'Й',
  Z: 'З',
}

function oneWord(word: string, chain: readonly Rules[]): string {
  const known = WORDS[word] ?? WORDS[word.toLocaleLowerCase('en')]
  if (known !== undefined) return known
  if (ABBREVIATION.test(word)) return [...word].map((letter) => LETTERS[letter] ?? letter).join('')
  return transcribeWord(word, chain)
}

/** "Śląsk Wrocław", PL → "Слонск Вроцлав". Digits and signs stay. */
export function transcribe(name: string, countryCode: string): string {
  const chain = rulesOf(countryCode)
  return name
    .split(/([\s\-/]+)/)
    .map((part) => (/\p{L}/u.test(part) ? oneWord(part, chain) : part))
    .join('')
    .replace(/^./u, (first) => first.toLocaleUpperCase('ru'))
}

import { languageTag } from '#lib/language-tag.ts'
import { minorText } from '#lib/money.ts'
import type { Minor } from '#lib/money.ts'
import { ukFraction } from '#lib/uk-fraction.ts'
import { formatPrice, priceFormatOf } from '#lib/price-format.ts'
import type { Milli } from '#lib/price.ts'

/** How a currency is written: exponent of its minor unit, ISO code, its own sign if Intl does not know it. */
export interface CurrencyView {
  code: string
  exponent: number
  symbol?: string
}

const ARABIC_LETTERS: ReadonlySet<string> = new Set(['ar', 'fa', 'iq', 'ku', 'ur'])
const NO_BREAK_SPACE = '\u00a0'
const MINUS = '\u2212'

/**
 * Groups are parted by U+00A0 (U+202F is too thin in our type, ux 16.3), marks of direction go: <Num> isolates. A hyphen
 * inside a code, an address or a day stays one: whoever copies it must get what the house knows.
 */
export function printable(text: string): string {
  return text
    .replace(/[\u202f\u2009 ]/g, NO_BREAK_SPACE)
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/(?<![\w@])-(?=[\d.,])/g, MINUS)
}

const formats = new Map<string, Intl.NumberFormat>()

/** Latin digits in every language: numbers are left-to-right runs and columns must align (ux 16.2). */
function numberFormat(lng: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${lng}|${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  const make = (locale: string) => new Intl.NumberFormat(locale, { numberingSystem: 'latn', ...options })
  let format: Intl.NumberFormat
  try {
    format = make(NUMBERS_LIKE[lng] ?? intlLanguage(lng))
  } catch {
    format = make('en')
  }
  formats.set(key, format)
  return format
}

/**
 * Browsers come without the numbers of these languages (Chromium knows `kk` by name only): they are written as in a
 * language that does the same, so that the server and every browser agree.
 */
const NUMBERS_LIKE: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ ru: 'kk kz uz be by ka hy ky tg tk sq', de: 'az bs mk is eu gl lo', 'en-GB': 'mn ku ne my km' }).flatMap(
    ([like, codes]) => codes.split(' ').map((code) => [code, like]),
  ),
)

/** The language tag that Intl understands. */
export function intlLanguage(lng: string): string {
  // English without a country writes its dates as in America.
  return lng === 'en' ? 'en-GB' : languageTag(lng)
}

export function formatNumber(value: number | `${number}`, lng: string, maximumFractionDigits = 3): string {
  // Russian writes groups from five digits on; the line has "1 204" events, so grouping is always on.
  return printable(numberFormat(lng, { maximumFractionDigits, useGrouping: 'always' }).format(value))
}

/** A share in percent, whole unless said otherwise: "10 %" in Russian, "10%" in English. */
export function formatPercent(percent: number, lng: string, maximumFractionDigits = 0): string {
  return printable(numberFormat(lng, { style: 'percent', maximumFractionDigits }).format(percent / 100))
}

/** What the language writes before decimals. */
export function decimalSign(lng: string): ',' | '.' {
  return formatNumber(0.5, lng).includes(',') ? ',' : '.'
}

/** A plain decimal text, "12.5", with the sign that the language writes: "12,5". */
export function withDecimalSign(text: string, lng: string): string {
  return text.replace('.', decimalSign(lng))
}

/** Null where Intl knows the sign. Arabic letters are for those who read them: "12,5 KWD" in Russian. */
function ownSign({ code, symbol }: CurrencyView, lng: string): string | null {
  if (symbol) return /\p{Script=Arabic}/u.test(symbol) && !ARABIC_LETTERS.has(lng) ? code : symbol
  return /^[A-Z]{3}$/.test(code) ? null : code
}

/**
 * Money for people: `48 210,50 ₸`. Every currency shows its own decimals; ordinary ones drop `,00`, crypto zeros at the end
 * (ux 5). Exact: the digits come from the bigint, never from a float.
 */
export function formatMoney(
  minor: Minor,
  currency: CurrencyView,
  lng: string,
  options: { sign?: boolean; decimals?: boolean } = {},
): string {
  const decimals = currency.exponent
  const shared: Intl.NumberFormatOptions = {
    minimumFractionDigits: decimals <= 3 ? decimals : 0,
    maximumFractionDigits: decimals,
    roundingMode: 'trunc',
    trailingZeroDisplay: options.decimals ? 'auto' : 'stripIfInteger',
    useGrouping: 'always',
    ...(options.sign ? { signDisplay: 'exceptZero' as const } : {}),
  }
  const exact = minorText(minor, currency.exponent) as `${number}`
  const sign = ownSign(currency, lng)
  if (sign && !/\p{Sc}/u.test(sign)) return printable(`${numberFormat(lng, shared).format(exact)} ${sign}`)
  if (sign) {
    // A sign stands where the language writes the euro's: "£4.25" in English, "4,25 £" in Russian.
    const parts = numberFormat(lng, { ...shared, style: 'currency', currency: 'EUR', currencyDisplay: 'narrowSymbol' }).formatToParts(exact)
    return printable(parts.map(({ type, value }) => (type === 'currency' ? sign : type === 'minusSign' ? MINUS : value)).join(''))
  }
  const format = numberFormat(lng, { ...shared, style: 'currency', currency: currency.code, currencyDisplay: 'narrowSymbol' })
  return printable(format.format(exact))
}

/** A sum inside a sentence: kept whole, and written as everywhere, where the line runs in the other direction. */
export function moneyInSentence(minor: Minor, currency: CurrencyView, lng: string): string {
  return `\u2066${formatMoney(minor, currency, lng)}\u2069`
}

/** The sign of a currency alone: "₸". */
export function currencySign(currency: CurrencyView, lng: string): string {
  const sign = ownSign(currency, lng)
  if (sign) return sign
  const format = numberFormat(lng, { style: 'currency', currency: currency.code, currencyDisplay: 'narrowSymbol' })
  return format.formatToParts(0).find((part) => part.type === 'currency')?.value ?? currency.code
}

/**
 * A price in the chosen view. Text of rules 6, fractions in the small form that boards write; inside a price cell decimal-like views are filled up to two places,
 * so that columns align (ux 5): 2 stands as 2.00, 1.001 stays.
 */
export function formatPriceView(milli: Milli, view: number, inCell = false): string {
  if (view === 1 && milli > 0) return printable(ukFraction(milli - 1000))
  const text = printable(formatPrice(milli, priceFormatOf(view)))
  if (!inCell || view === 1 || view === 2 || !/^[+\u2212]?\d+(\.\d)?$/.test(text)) return text
  return text.includes('.') ? `${text}0` : `${text}.00`
}

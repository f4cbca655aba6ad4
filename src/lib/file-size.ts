import { intlLanguage, printable } from './number-format.ts'

/** The size of a file: "12 кБ", and from a megabyte on "1,2 МБ" in Russian; at least one kilobyte. */
export function formatFileSize(bytes: number, lng: string): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024))
  const isLarge = kilobytes >= 1024
  const format = new Intl.NumberFormat(intlLanguage(lng), {
    numberingSystem: 'latn',
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  })
  return printable(format.format(isLarge ? bytes / 1024 / 1024 : kilobytes))
}

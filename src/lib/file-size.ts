import { intlLanguage, printable } from './number-format.ts'

/** The size of a file in whole kilobytes, at least one: "12 кБ" in Russian, "12 kB" in English. */
export function formatFileSize(bytes: number, lng: string): string {
  const format = new Intl.NumberFormat(intlLanguage(lng), {
    numberingSystem: 'latn',
    style: 'unit',
    unit: 'kilobyte',
    maximumFractionDigits: 0,
  })
  return printable(format.format(Math.max(1, Math.round(bytes / 1024))))
}

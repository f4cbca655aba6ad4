/** Tables for spreadsheets (RFC 4180), in the separators of the reader's language. */

export interface TableForm {
  /** `;` where the comma stands in numbers. */
  separator: ',' | ';'
  decimal: '.' | ','
}

/** A spreadsheet opens a file in the habits of its country: numbers with a comma, columns with a semicolon. */
export function tableFormOf(language: string): TableForm {
  let decimal: TableForm['decimal'] = '.'
  try {
    const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(1.5)
    if (parts.some((part) => part.type === 'decimal' && part.value === ',')) decimal = ','
  } catch {
    // A language that this machine does not know writes as English does.
  }
  return { decimal, separator: decimal === ',' ? ';' : ',' }
}

/** A number as text with a dot → as the reader's spreadsheet reads numbers. */
export interface NumberCell {
  number: string
}

export type Cell = string | NumberCell

/** Tells spreadsheets that the text is UTF-8. */
export const TABLE_START = '\uFEFF'

/** One line with its end. A text that a spreadsheet would run as a formula is kept a text by an apostrophe. */
export function tableLine(cells: readonly Cell[], { separator, decimal }: TableForm): string {
  const texts = cells.map((cell) =>
    typeof cell === 'string' ? quoted(harmless(cell), separator) : quoted(cell.number.replace('.', decimal), separator),
  )
  return `${texts.join(separator)}\r\n`
}

function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

function quoted(text: string, separator: string): string {
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The Swedish personal number, in the twelve digits that the register of Spelinspektionen is asked by. */

/** Of the ten digits without the century, from the right: each second one doubled, digits summed, a multiple of ten. */
function isChecked(ten: string): boolean {
  const sum = [...ten].reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/**
 * "850709-9805", "850709+9805" (a hundred years old or more) and "198507099805" as "198507099805"; null for what is no such
 * number. The register answers "not blocked" for a wrong number, so a slip of the pen must be caught before it is asked. Of a
 * coordination number the day is greater by 60.
 */
export function personalNumber(code: string, now: number): string | null {
  const [, century = '', ymd = '', sign = '', last = ''] = /^(\d\d)?(\d{6})([-+]?)(\d{4})$/.exec(code.replaceAll(/\s/g, '')) ?? []
  if (ymd === '' || !isChecked(ymd + last)) return null
  const year = new Date(now).getUTCFullYear()
  const nearest = year - ((((year - Number(ymd.slice(0, 2))) % 100) + 100) % 100)
  const born = century === '' ? nearest - (sign === '+' ? 100 : 0) : Number(century + ymd.slice(0, 2))
  const [month, day] = [Number(ymd.slice(2, 4)), Number(ymd.slice(4)) % 60]
  const date = new Date(Date.UTC(born, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || date.getTime() > now) return null
  return `${born}${ymd.slice(2)}${last}`
}

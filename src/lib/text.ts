const CYRILLIC: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  і: 'i',
  ї: 'i',
  є: 'e',
  ґ: 'g',
  ә: 'a',
  ғ: 'g',
  қ: 'k',
  ң: 'n',
  ө: 'o',
  ұ: 'u',
  ү: 'u',
  һ: 'h',
}

/** Cyrillic to Latin letter by letter, everything else kept. */
export function transliterate(text: string): string {
  return text.replace(/[Ѐ-ӿ]/g, (letter) => {
    const latin = CYRILLIC[letter.toLowerCase()]
    if (latin === undefined) return letter
    return letter === letter.toLowerCase() ? latin : latin.charAt(0).toUpperCase() + latin.slice(1)
  })
}

/**
 * Address words (spec §5): Cyrillic to Latin, spaces and underscores to hyphens; letters, digits and hyphens
 * are kept. "ЦСКА Москва" → "tsska-moskva".
 */
export function slug(text: string): string {
  return transliterate(text)
    .normalize('NFD')
    .replace(/[̀-ͯ]/g, '')
    .toLowerCase()
    .replace(/[\s_./–—]+/g, '-')
    .replace(/[^\p{L}\p{N}-]+/gu, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
}

/** Search form of a text: case, accents and ё folded (feeds 12). */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/[̀-ͯ]/g, '').toLowerCase().replaceAll('ё', 'е')
}

/** "Goal in minutes 61-75": browsers break a line after the hyphen of a span. With word joiners they keep it whole, isolated it is read from left to right. */
export function wholeSpans(text: string): string {
  return text.replace(/ (\d+)-(\d+)/g, ' \u2066$1\u2060-\u2060$2\u2069')
}

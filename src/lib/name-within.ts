/**
 * A name put into a sentence that runs from right to left keeps its own direction, and the sentence that begins with it keeps
 * the one of its words: "A or B" would be read as "B or A", and the dot of an initial would stand before it.
 */
export function nameWithin(sentence: string, name: string): string {
  return name && /[\u0590-\u08ff]/.test(sentence) ? `\u2068${name}\u2069` : name
}

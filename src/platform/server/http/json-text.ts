/** An answer that its maker has written as JSON already: it is sent as it is instead of being walked through again. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** Where it stands inside of something else. */
  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}

/** What is sent of an answer. */
export function jsonOf(body: unknown): string {
  return body instanceof JsonText ? body.text : JSON.stringify(body)
}

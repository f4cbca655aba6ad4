/** Texts of forms with files: what no database can keep is refused as in every other body. */
import { expect, test } from 'vitest'
import { Malformed } from '#platform/server/http.ts'
import { readForm } from './multipart.ts'

const sent = (type: string, text: string) => readForm({ request: { headers: { 'content-type': type }, body: Buffer.from(text) } } as never)
const form = (value: string, file: string) =>
  sent(
    'multipart/form-data; boundary=cut',
    `--cut\r\ncontent-disposition: form-data; name="comment"\r\n\r\n${value}\r\n--cut\r\ncontent-disposition: form-data; name="image"; filename="${file}"\r\ncontent-type: image/png\r\n\r\nx\r\n--cut--\r\n`,
  )

test('U+0000 or half of a pair in a value or a name of a file is refused by the name of its field', async () => {
  expect(await form('fine', 'a.png')).toMatchObject({ values: { comment: 'fine' }, files: [{ name: 'a.png' }] })
  for (const [bad, field] of [
    [form('a\0b', 'a.png'), 'comment'],
    [sent('application/json', '{"comment":"a\\u0000"}'), 'comment'],
    [sent('application/json', '{"comment":"\\ud800"}'), 'comment'],
  ] as const) {
    const error: unknown = await bad.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Malformed)
    expect(error).toMatchObject({ field, statusCode: 400 })
  }
})

test.each([
  ['named twice', (cut: string) => `boundary=${cut}; boundary=other`],
  ['named twice in two spellings', (cut: string) => `Boundary=${cut}; boundary=other`],
  ['named in quotes too', (cut: string) => `x="; boundary=other"; boundary=${cut}`],
  ['followed by a space', (cut: string) => `boundary=${cut} ; x=1`],
  ['with a backslash', (cut: string) => `boundary="\\${cut}"`],
])('the bound of parts is not passed by: a boundary %s is refused', async (_how, typeOf) => {
  const cut = 'cut-cut-cut-cut-cut-cut-cut-cut'
  const part = `--${cut}\r\ncontent-disposition: form-data; name="comment"\r\n\r\nx\r\n`
  const body = (parts: number) => `${part.repeat(parts)}--${cut}--\r\n`
  const refused = { code: 'identity.bad_form', status: 422 }
  expect(await sent(`multipart/form-data; ${typeOf(cut)}`, body(50))).toMatchObject(refused)
  for (const plain of [`boundary=${cut}`, `boundary="${cut}"`, `charset=utf-8; boundary=${cut};x=1`]) {
    expect(await sent(`multipart/form-data; ${plain}`, body(3))).toMatchObject({ values: { comment: 'x' } })
    expect(await sent(`multipart/form-data; ${plain}`, body(50))).toMatchObject(refused)
  }
})

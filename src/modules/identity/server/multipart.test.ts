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

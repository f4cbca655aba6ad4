// @vitest-environment happy-dom
import { useState } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import ui from '../../../locales/en/ui.json' with { type: 'json' }
import { sampleScreen } from './sample-screen.tsx'
import { DateField } from '#ui/DateField.tsx'
import { CodeField, SearchField } from '#ui/Field.tsx'

function Fields() {
  const [search, setSearch] = useState('arsenal')
  const [code, setCode] = useState('')
  const [day, setDay] = useState('')
  return (
    <>
      <SearchField label="Search" name="search" value={search} onChange={setSearch} />
      <CodeField label="Code" name="code" length={6} value={code} onChange={setCode} />
      <DateField label="Day" name="day" today="2026-12-01" weekStart={1} value={day} onChange={setDay} />
    </>
  )
}

const field = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)!

async function shown() {
  const page = await sampleScreen(<Fields />, { units: { ui } })
  onTestFinished(page.leave)
  return page
}

it('the cross of a search leaves the keyboard in its field', async () => {
  const { find, press } = await shown()
  find(ui.clear)!.focus()
  await press(ui.clear)
  expect(field('search').value).toBe('')
  expect(document.activeElement).toBe(field('search'))
})

it('a code or a date that is pasted with spaces comes whole: the field cuts it, not the browser before it', async () => {
  const { type } = await shown()
  expect([field('code').maxLength, field('day').maxLength].every((length) => !(length > 0))).toBe(true)
  await type(field('code'), '123 456 7')
  await type(field('day'), ' 21.11.2026 ')
  expect([field('code').value, field('day').value]).toEqual(['123456', '21.11.2026'])
})

import { useState } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { weekStart } from '#platform/web/format.ts'
import { Calendar } from '#ui/Calendar.tsx'
import { DateField } from '#ui/DateField.tsx'
import { CheckBox, CodeField, MaskedField, PasswordField, SearchField, TextField } from '#ui/Field.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { PhoneNumberField } from '#modules/account/web/index.ts'
import { NumberPad, StakeField, StakePresets } from '#ui/Stake.tsx'
import { Select, SelectField } from '#ui/Select.tsx'
import { FormErrorSummary } from '#ui/FormMessage.tsx'
import { Group, Sample } from './Sample.tsx'
import { useGalleryTexts } from './texts.ts'

const PRICES = ['1.85', '2.10', '3.40']

export function Fields() {
  return (
    <>
      <TextFields />
      <DateFields />
      <Selects />
      <Boxes />
      <Stakes />
      <Errors />
    </>
  )
}

function TextFields() {
  const text = useGalleryTexts()
  const [typed, setTyped] = useState('')
  const [number, setNumber] = useState('1.25')
  const [code, setCode] = useState('1234')
  const [phone, setPhone] = useState({ country: 'GB', national: '7911 123456' })
  const [masked, setMasked] = useState('KZ 701 #almaty')
  return (
    <Group name="Text, password, search, code, phone">
      <Sample name="normal" wide>
        <TextField
          label={text('gallery_mail')}
          hint={text('gallery_mail_hint')}
          value={typed}
          onChange={setTyped}
          placeholder="name@mail.ru"
        />
      </Sample>
      <Sample name="error" wide>
        <TextField label={text('gallery_mail')} required error={text('gallery_mail_error')} value="aktobe" onChange={setTyped} />
      </Sample>
      <Sample name="disabled" wide>
        <TextField label={text('gallery_name')} disabled value={text('gallery_name_value')} onChange={setTyped} />
      </Sample>
      <Sample name="password" wide>
        <PasswordField label={text('gallery_password')} value="secret-word" onChange={setTyped} />
      </Sample>
      <Sample name="search" wide>
        <SearchField label={text('gallery_search')} placeholder={text('gallery_search_event')} value={typed} onChange={setTyped} />
      </Sample>
      <Sample name="code" wide>
        <CodeField label={text('gallery_code')} length={6} value={code} onChange={setCode} />
      </Sample>
      <Sample name="phone: country, mask, kind of number" wide>
        <PhoneNumberField showType value={phone} onChange={setPhone} hint={text('gallery_phone_hint')} />
      </Sample>
      <Sample name="masked AA ### !# a*" wide>
        <MaskedField
          label={text('gallery_mask')}
          mask="AA ### !# a*"
          hint={text('gallery_mask_hint')}
          value={masked}
          onChange={setMasked}
        />
      </Sample>
      <Sample name="number, 0 to 500" wide>
        <NumberField label={text('gallery_threshold')} rules={{ min: 0, max: 500, accuracy: 2 }} value={number} onChange={setNumber} />
      </Sample>
    </Group>
  )
}

function DateFields() {
  const text = useGalleryTexts()
  const [date, setDate] = useState('21.11.2026')
  const [day, setDay] = useState('2026-11-21')
  const { country } = useSite()
  return (
    <Group name="DateField, Calendar (week by the visitor's country)">
      <Sample name="date field" wide>
        <DateField label={text('gallery_date')} today="2026-11-21" weekStart={weekStart(country)} value={date} onChange={setDate} />
      </Sample>
      <Sample name="error" wide>
        <DateField
          label={text('gallery_date')}
          error={text('gallery_date_error')}
          today="2026-11-21"
          weekStart={weekStart(country)}
          value="1.10"
          onChange={setDate}
        />
      </Sample>
      <Sample name="calendar, November 5 to 28" wide>
        <Calendar today="2026-11-21" weekStart={weekStart(country)} min="2026-11-05" max="2026-11-28" value={day} onChange={setDay} />
      </Sample>
    </Group>
  )
}

function Selects() {
  const text = useGalleryTexts()
  const [price, setPrice] = useState('2.10')
  return (
    <Group name="SelectField, Select">
      <Sample name="field">
        <SelectField label={text('gallery_price_changed')} value={price} onChange={setPrice}>
          {PRICES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      </Sample>
      <Sample name="error">
        <SelectField label={text('gallery_price_changed')} error={text('gallery_consent')} value={price} onChange={setPrice}>
          {PRICES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      </Sample>
      <Sample name="small">
        <Select small aria-label={text('gallery_price_changed')} value={price} onChange={setPrice}>
          {PRICES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      </Sample>
    </Group>
  )
}

function Boxes() {
  const text = useGalleryTexts()
  const [on, setOn] = useState(true)
  return (
    <Group name="CheckBox, switch">
      <Sample name="checked">
        <CheckBox checked={on} onChange={setOn}>
          {text('gallery_rules')}
        </CheckBox>
      </Sample>
      <Sample name="error">
        <CheckBox checked={false} onChange={setOn} error={text('gallery_consent')}>
          {text('gallery_adult')}
        </CheckBox>
      </Sample>
      <Sample name="switch">
        <CheckBox toggle checked={on} onChange={setOn}>
          {text('gallery_announce')}
        </CheckBox>
      </Sample>
      <Sample name="disabled">
        <CheckBox checked={false} disabled onChange={setOn}>
          {text('gallery_unavailable')}
        </CheckBox>
      </Sample>
    </Group>
  )
}

function Stakes() {
  const text = useGalleryTexts()
  const [stake, setStake] = useState('2000')
  return (
    <Group name="Stake, presets, pad">
      <Sample name="stake" wide>
        <StakeField label={text('gallery_stake')} sign="₸" value={stake} onChange={setStake} onMax={() => setStake('48210')} />
      </Sample>
      <Sample name="error" wide>
        <StakeField label={text('gallery_stake')} sign="₸" value="10" onChange={setStake} error={text('gallery_stake_error')} />
      </Sample>
      <Sample name="presets" wide>
        <StakePresets amounts={[500, 1000, 5000, 10_000]} onPick={(amount) => setStake(String(amount))} />
      </Sample>
      <Sample name="pad" wide>
        <NumberPad value={stake} onChange={setStake} adds={[500, 1000, 5000]} />
      </Sample>
    </Group>
  )
}

function Errors() {
  const text = useGalleryTexts()
  return (
    <Group name="FormErrorSummary">
      <FormErrorSummary
        errors={[
          { field: 'mail', label: text('gallery_mail'), message: text('gallery_mail_error') },
          { field: 'phone', label: text('gallery_phone'), message: text('gallery_phone_error') },
        ]}
      />
    </Group>
  )
}

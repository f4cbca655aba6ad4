import { useState } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { weekStart } from '#platform/web/format.ts'
import { Calendar } from '#ui/Calendar.tsx'
import { DateField } from '#ui/DateField.tsx'
import { CheckBox, CodeField, NumberField, MaskedField, PasswordField, SearchField, TextField } from '#ui/Field.tsx'
import { PhoneNumberField } from '#modules/account/web/index.ts'
import { NumberPad, StakeField, StakePresets } from '#ui/Stake.tsx'
import { FormErrorSummary } from '#ui/States.tsx'
import { Group, Sample } from './Sample.tsx'

export function Fields() {
  const [text, setText] = useState('')
  const [number, setNumber] = useState('1.25')
  const [stake, setStake] = useState('2000')
  const [code, setCode] = useState('1234')
  const [phone, setPhone] = useState({ country: 'GB', national: '7911 123456' })
  const [masked, setMasked] = useState('KZ 701 #almaty')
  const [on, setOn] = useState(true)
  const [date, setDate] = useState('21.11.2026')
  const [day, setDay] = useState('2026-11-21')
  const { country } = useSite()
  return (
    <>
      <Group name="Text, password, search, code, phone">
        <Sample name="normal" wide>
          <TextField label="Почта" hint="Нужна для чеков" value={text} onChange={setText} placeholder="name@mail.ru" />
        </Sample>
        <Sample name="error" wide>
          <TextField label="Почта" required error="В адресе нет @" value="aktobe" onChange={setText} />
        </Sample>
        <Sample name="disabled" wide>
          <TextField label="Имя" disabled value="Айгерим" onChange={setText} />
        </Sample>
        <Sample name="password" wide>
          <PasswordField label="Пароль" value="secret-word" onChange={setText} />
        </Sample>
        <Sample name="search" wide>
          <SearchField label="Поиск" placeholder="Найти событие" value={text} onChange={setText} />
        </Sample>
        <Sample name="code" wide>
          <CodeField label="Код из SMS" length={6} value={code} onChange={setCode} />
        </Sample>
        <Sample name="phone: country, mask, kind of number" wide>
          <PhoneNumberField showType value={phone} onChange={setPhone} hint="Вид номера виден под полем" />
        </Sample>
        <Sample name="masked AA ### !# a*" wide>
          <MaskedField label="Маска" mask="AA ### !# a*" hint="Две буквы, три цифры, решётка, буквы" value={masked} onChange={setMasked} />
        </Sample>
        <Sample name="number, 0 to 500" wide>
          <NumberField label="Порог" rules={{ min: 0, max: 500, accuracy: 2 }} value={number} onChange={setNumber} />
        </Sample>
      </Group>
      <Group name="DateField, Calendar (week by the visitor's country)">
        <Sample name="date field" wide>
          <DateField label="Дата" today="2026-11-21" weekStart={weekStart(country)} value={date} onChange={setDate} />
        </Sample>
        <Sample name="error" wide>
          <DateField
            label="Дата"
            error="Не раньше 01.11.2026"
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
      <Group name="CheckBox, switch">
        <Sample name="checked">
          <CheckBox checked={on} onChange={setOn}>
            Согласен с правилами
          </CheckBox>
        </Sample>
        <Sample name="error">
          <CheckBox checked={false} onChange={setOn} error="Нужно согласие">
            Мне 18 лет
          </CheckBox>
        </Sample>
        <Sample name="switch">
          <CheckBox toggle checked={on} onChange={setOn}>
            Объявлять купон
          </CheckBox>
        </Sample>
        <Sample name="disabled">
          <CheckBox checked={false} disabled onChange={setOn}>
            Недоступно
          </CheckBox>
        </Sample>
      </Group>
      <Group name="Stake, presets, pad">
        <Sample name="stake" wide>
          <StakeField label="Сумма ставки" sign="₸" value={stake} onChange={setStake} onMax={() => setStake('48210')} />
        </Sample>
        <Sample name="error" wide>
          <StakeField label="Сумма ставки" sign="₸" value="10" onChange={setStake} error="Минимальная ставка — 50 ₸" />
        </Sample>
        <Sample name="presets" wide>
          <StakePresets amounts={[500, 1000, 5000, 10_000]} onPick={(amount) => setStake(String(amount))} />
        </Sample>
        <Sample name="pad" wide>
          <NumberPad value={stake} onChange={setStake} adds={[500, 1000, 5000]} />
        </Sample>
      </Group>
      <Group name="FormErrorSummary">
        <FormErrorSummary
          errors={[
            { field: 'mail', label: 'Почта', message: 'В адресе нет @' },
            { field: 'phone', label: 'Телефон', message: 'Нужно 10 цифр' },
          ]}
        />
      </Group>
    </>
  )
}

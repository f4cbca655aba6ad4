import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { byPhoneCode, phoneDigits, phoneType, typedPhone } from '#lib/phone.ts'
import { fold } from '#lib/text.ts'
import { useSite } from '#platform/web/features.tsx'
import { displayName } from '#platform/web/format.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { PhoneField } from '#ui/Field.tsx'
import { Flag, Icon } from '#ui/Icon.tsx'
import { Num } from '#ui/Num.tsx'
import type { PhoneCountry } from '../../contract/phones.ts'
import { phoneCountriesQuery, phoneMasksQuery, planOf } from './phone-queries.ts'

type AccountTexts = typeof import('../../../../../locales/ru/account.json')

const SelectModal = lazyPart(async () => (await import('#ui/SelectModal.tsx')).SelectModal)

/** The default entry: a country that the list lacks, its code typed with the number. */
const MANUAL = 'default'

const NO_COUNTRIES: readonly PhoneCountry[] = []

export interface PhoneValue {
  /** Two letters; empty while none is chosen or the code is written by hand. */
  country: string
  /** The national number as it is shown. */
  national: string
}

interface PhoneNumberFieldProps {
  id?: string
  name?: string
  enterKeyHint?: 'next' | 'send'
  value: PhoneValue
  onChange: (value: PhoneValue) => void
  error?: string | undefined
  hint?: string
  required?: boolean
  /** Says under the field what kind of number it is. */
  showType?: boolean
}

/** Country and national number: the mask, the length and the first digit follow the country (VL-02…VL-11). */
export function PhoneNumberField({ value, onChange, showType = false, hint, ...field }: PhoneNumberFieldProps) {
  const text = useTexts<AccountTexts>('account')
  const site = useSite()
  const [open, setOpen] = useState(false)
  const countries = useQuery(phoneCountriesQuery(site.lng)).data ?? NO_COUNTRIES
  const masks = useQuery(phoneMasksQuery(site.lng)).data ?? []
  const asked = value.country || site.country
  const chosen = countries.find(({ iso, code }) => (asked === MANUAL ? code === MANUAL : iso === asked)) ?? countries[0]
  const plan = chosen ? planOf(chosen, masks) : null
  const type = plan && value.national ? phoneType(plan.phoneCode, value.national) : null
  return (
    <>
      <PhoneField
        {...field}
        label={text('phone_label')}
        flag={chosen?.iso ? <Flag country={chosen.iso} size={18} /> : <Icon name="globe" size={18} />}
        callingCode={chosen?.phoneCode ?? ''}
        countryLabel={text('phone_country')}
        onCountryPress={() => setOpen(true)}
        hint={showType && type ? text(`phone_type_${type}`) : hint}
        value={value.national}
        // Until the list is there nobody has chosen: a digit that comes early must not settle on "by hand".
        onChange={(typed) => onChange({ country: chosen ? chosen.iso || MANUAL : value.country, national: typedPhone(typed, plan) })}
      />
      {open ? (
        <CountryModal
          countries={countries}
          value={chosen?.iso || MANUAL}
          onSelect={(iso) => onChange({ country: iso, national: '' })}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}

interface CountryModalProps {
  countries: readonly PhoneCountry[]
  value: string
  onSelect: (iso: string) => void
  onClose: () => void
}

/** Countries by name or by the digits of their code. */
function CountryModal({ countries, value, onSelect, onClose }: CountryModalProps) {
  const text = useTexts<AccountTexts>('account')
  const { lng } = useSite()
  const options = useMemo(
    () =>
      countries
        .filter(({ id }) => id !== 0)
        .map(({ iso, name, phoneCode }) => ({
          value: iso,
          name: displayName(iso, 'region', lng, name),
          phoneCode,
          start: <Flag country={iso} size={20} />,
          end: <Num>{phoneCode}</Num>,
        })),
    [countries, lng],
  )
  const match = useCallback(
    (option: { name: string; value: string | number }, query: string) =>
      phoneDigits(query) === ''
        ? fold(option.name).includes(fold(query.trim()))
        : byPhoneCode(
            countries.filter(({ iso }) => iso === option.value),
            query,
          ).length > 0,
    [countries],
  )
  return (
    <Suspense>
      <SelectModal
        title={text('phone_country')}
        searchable
        loading={countries.length === 0}
        options={options}
        value={value}
        match={match}
        otherwise={{ value: MANUAL, name: text('phone_manual'), start: <Icon name="globe" size={20} /> }}
        onSelect={(iso) => onSelect(String(iso))}
        onClose={onClose}
      />
    </Suspense>
  )
}

import { useQuery } from '@tanstack/react-query'
import { phoneDigits } from '#lib/phone.ts'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { TextField } from '#ui/Field.tsx'
import { SelectField } from '#ui/Select.tsx'
import { Username, type Form } from '#modules/auth/web/index.ts'
import type { citiesCall, regionsCall } from '../../contract/places.ts'
import { PhoneNumberField } from '../phone/PhoneNumberField.tsx'
import { usePhoneCode } from '../phone/phone-queries.ts'
import { isRequired, type FieldDescription } from './form-model.ts'

type AccountTexts = typeof import('../../../../../locales/ru/account.json')

interface ViewProps {
  field: FieldDescription
  form: Form<string>
}

/** The phone with its country; both are values of the form. */
export function PhoneRow({ field, form }: ViewProps) {
  const { id, error } = form.field(field.name)
  const { country_code: country = '', phone: national = '' } = form.state.values
  const whole = usePhoneCode(country) + phoneDigits(national)
  return (
    <>
      {/* Without an address the whole number is what one signs in by; the field itself has the national part only. */}
      {'email' in form.state.values || national === '' ? null : <Username value={whole} />}
      <PhoneNumberField
        id={id}
        name="phone"
        enterKeyHint="next"
        error={error}
        required={isRequired(field)}
        value={{ country, national }}
        onChange={({ country, national }) => {
          form.set('country_code', country)
          form.set('phone', national)
        }}
      />
    </>
  )
}

/** Regions of the country; nothing is shown where none are known. */
export function RegionField({ field, form }: ViewProps) {
  const text = useTexts<AccountTexts>('account')
  const { lng } = useSite()
  const iso = form.state.values['country'] ?? ''
  const { id, value, error, onChange } = form.field(field.name)
  const { data } = useQuery({
    queryKey: ['regions', iso, lng],
    enabled: iso !== '',
    queryFn: ({ signal }) => call<typeof regionsCall>('POST', '/web-api/office/getRegions', { signal, body: { country_id: iso } as never }),
    staleTime: Infinity,
  })
  if (!data || data.length === 0) return null
  return (
    <SelectField id={id} label={field.props.label} required={isRequired(field)} error={error} value={value} onChange={onChange}>
      <option value="">{text('region_none')}</option>
      {data.map((region) => (
        <option key={region.region_id} value={region.region_id}>
          {region.name}
        </option>
      ))}
    </SelectField>
  )
}

/** The greater cities of the region as suggestions; any other is typed. */
export function CityField({ field, form }: ViewProps) {
  const { lng } = useSite()
  const region = Number(form.state.values['region']) || 0
  const bound = form.field(field.name)
  const { data } = useQuery({
    queryKey: ['cities', region, lng],
    enabled: region > 0,
    queryFn: ({ signal }) =>
      call<typeof citiesCall>('POST', '/web-api/office/getCitiesByRegion', { signal, body: { region_id: region } as never }),
    staleTime: Infinity,
  })
  return (
    <>
      <TextField
        {...bound}
        label={field.props.label}
        required={isRequired(field)}
        maxLength={100}
        autoComplete="address-level2"
        enterKeyHint="next"
        list={`${bound.id}-cities`}
      />
      <datalist id={`${bound.id}-cities`}>
        {(data ?? []).map(({ city_id, name }) => (
          <option key={city_id} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}

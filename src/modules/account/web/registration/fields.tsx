import { useMemo, type ComponentProps } from 'react'
import { phoneDigits } from '#lib/phone.ts'
import { PickField } from '#platform/web/PickField.tsx'
import { useSite } from '#platform/web/features.tsx'
import { displayName } from '#platform/web/format.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { PasswordStrength, type Form } from '#modules/auth/web/index.ts'
import { CheckBox, PasswordField, TextField } from '#ui/Field.tsx'
import { Flag } from '#ui/Icon.tsx'
import { Num } from '#ui/Num.tsx'
import { OptionButton } from '#ui/Button.tsx'
import { BirthDate } from '../BirthDate.tsx'
import { EmailField } from './EmailField.tsx'
import { isRequired, type FieldDescription } from './form-model.ts'
import { CityField, PhoneRow, RegionField } from './place-fields.tsx'
import styles from './Registration.module.css'

type AccountTexts = typeof import('../../../../../locales/ru/account.json')

interface ViewProps {
  field: FieldDescription
  form: Form<string>
}

const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  first_name: 'given-name',
  last_name: 'family-name',
  address: 'street-address',
}

/** A field by its name and type; one that this page does not know is a line of text. */
export function RegistrationFieldView({ field, form }: ViewProps) {
  switch (field.name) {
    case 'country':
      return <CountryField field={field} form={form} />
    case 'currency':
      return <CurrencyField field={field} form={form} />
    case 'email':
      return (
        <EmailField
          {...form.field('email')}
          label={field.props.label}
          required={isRequired(field)}
          enterKeyHint="next"
          onFix={(email) => form.set('email', email)}
        />
      )
    case 'password':
      return (
        <div className={styles.group}>
          <PasswordField
            {...form.field('password')}
            label={field.props.label}
            required={isRequired(field)}
            autoComplete="new-password"
            maxLength={200}
            enterKeyHint="next"
          />
          <PasswordStrength
            password={form.state.values['password'] ?? ''}
            isRefused={form.state.errors['password'] !== undefined}
            own={[form.state.values['email'] ?? '', phoneDigits(form.state.values['phone'] ?? '')]}
          />
        </div>
      )
    case 'birth_date':
      return <BirthDate {...form.field('birth_date')} label={field.props.label} required={isRequired(field)} enterKeyHint="next" />
    case 'bonus':
      return <BonusField field={field} form={form} />
    case 'phone':
      return <PhoneRow field={field} form={form} />
    case 'region':
      return <RegionField field={field} form={form} />
    case 'city':
      return <CityField field={field} form={form} />
    case 'terms':
      return <TermsField field={field} form={form} />
    default:
      return (
        <TextField
          {...form.field(field.name)}
          label={field.props.label}
          required={isRequired(field)}
          maxLength={100}
          enterKeyHint="next"
          autoComplete={AUTOCOMPLETE[field.name] ?? 'off'}
        />
      )
  }
}

type ChoiceProps = ViewProps & Pick<ComponentProps<typeof PickField<string>>, 'options' | 'placeholder'>

function ChoiceField({ field, form, ...choice }: ChoiceProps) {
  return <PickField {...form.field(field.name)} {...choice} label={field.props.label} required={isRequired(field)} searchable />
}

function CountryField({ field, form }: ViewProps) {
  const { lng } = useSite()
  const text = useTexts<AccountTexts>('account')
  const choices = field.props.config?.options
  const options = useMemo(
    () =>
      (choices ?? [])
        .map(({ value: code, name }) => ({
          value: code,
          name: displayName(code, 'region', lng, name),
          start: <Flag country={code} size={20} />,
        }))
        .sort((a, b) => a.name.localeCompare(b.name, lng)),
    [choices, lng],
  )
  return <ChoiceField {...{ field, form, options }} placeholder={text('choose_country')} />
}

function CurrencyField({ field, form }: ViewProps) {
  const { lng } = useSite()
  const choices = field.props.config?.options
  const options = useMemo(
    () =>
      (choices ?? []).map(({ value: code, name, symbol }) => ({
        value: code,
        name: currencyName(code, name, lng),
        start: <Num className={styles.code}>{code}</Num>,
        end: <Num className={styles.sign}>{symbol ?? ''}</Num>,
      })),
    [choices, lng],
  )
  return <ChoiceField {...{ field, form, options }} />
}

/** A currency in the page's language; what Intl does not know keeps the server's name. */
export function currencyName(code: string, fallback: string, lng: string): string {
  if (!/^[A-Z]{3}$/.test(code)) return fallback
  try {
    const name = new Intl.DisplayNames([lng], { type: 'currency', fallback: 'none' }).of(code)
    return name ? name.charAt(0).toLocaleUpperCase(lng) + name.slice(1) : fallback
  } catch {
    return fallback
  }
}

const BONUSES = [
  { id: '-1', key: 'bonus_none' },
  { id: '0', key: 'bonus_sport' },
  { id: '1', key: 'bonus_casino' },
] as const

function BonusField({ field, form }: ViewProps) {
  const text = useTexts<AccountTexts>('account')
  const value = form.state.values['bonus'] || '-1'
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{field.props.label}</legend>
      {BONUSES.map(({ id, key }) => (
        <OptionButton key={id} selected={value === id} onClick={() => form.set('bonus', id)}>
          {text(key)}
        </OptionButton>
      ))}
    </fieldset>
  )
}

function TermsField({ field, form }: ViewProps) {
  const text = useTexts<AccountTexts>('account')
  const { id, value, error, onChange } = form.field('terms')
  const documents = field.props.config?.documents ?? []
  return (
    <div className={styles.group}>
      <CheckBox
        id={id}
        checked={value === '1'}
        onChange={(ticked) => onChange(ticked ? '1' : '')}
        error={error}
        required={isRequired(field)}
      >
        {field.props.label}
      </CheckBox>
      <p className={styles.documents}>
        {documents.map(({ id: name, url }) => (
          <a key={name} href={url} target="_blank" rel="noopener">
            {name === 'regRules' ? text('doc_rules') : name === 'regPolitics' ? text('doc_privacy') : name}
          </a>
        ))}
      </p>
    </div>
  )
}

import { useRef, useState } from 'react'
import { officeStyles, useForm } from '#modules/auth/web/index.ts'
import { call } from '#platform/web/call.ts'
import { weekStart } from '#platform/web/format.ts'
import { useSite } from '#platform/web/features.tsx'
import { addMonths } from '#lib/calendar.ts'
import { formatFileSize } from '#lib/file-size.ts'
import { Button, IconButton } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { DateField } from '#ui/DateField.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Num } from '#ui/Num.tsx'
import { useAnnounce } from '#ui/States.tsx'
import { SelectField } from '#ui/Select.tsx'
import type { dataCall, IdentificationReply } from '../contract.ts'
import { fieldKind, fieldLabel, formFaults } from '../rules/form.ts'
import { shortType, useFileWords } from './file-words.ts'
import { useIdentityTexts } from './texts.ts'
import styles from './Identity.module.css'

/** Photos over a slow line; the server ends one that stands still. */
const UPLOAD_MS = 10 * 60_000

/** A document of one of the configured types: its fields, and a file for each side. */
export function DocumentForm({ data, onSent }: { data: IdentificationReply; onSent: () => void }) {
  const text = useIdentityTexts()
  const [type, setType] = useState(data.doc_types[0]!.doc_type)
  const chosen = data.doc_types.find(({ doc_type }) => doc_type === type) ?? data.doc_types[0]!
  return (
    <>
      <p className={styles.about}>{text('docs_lead')}</p>
      <div className={officeStyles.form}>
        <SelectField label={text('doc_type')} value={chosen.doc_type} onChange={(type) => setType(Number(type))}>
          {data.doc_types.map((one) => (
            <option key={one.doc_type} value={one.doc_type}>
              {one.title}
            </option>
          ))}
        </SelectField>
      </div>
      <TypeForm key={chosen.doc_type} data={data} type={chosen} onSent={onSent} />
    </>
  )
}

type DocType = IdentificationReply['doc_types'][number]

function TypeForm({ data, type, onSent }: { data: IdentificationReply; type: DocType; onSent: () => void }) {
  const text = useIdentityTexts()
  const labelOf = (field: string) => fieldLabel(field, (key) => text(key as 'field_number'))
  const announce = useAnnounce()
  const [files, setFiles] = useState<Readonly<Record<string, File>>>({})
  const { country } = useSite()
  const today = new Date(data.now * 1000).toISOString().slice(0, 10)
  const typed = type.fields.filter((field) => fieldKind(field) !== 'file')
  const photos = type.fields.filter((field) => fieldKind(field) === 'file')
  const form = useForm<string>({
    initial: Object.fromEntries([...typed, 'docFiles'].map((field) => [field, ''])),
    check: (values) => {
      const faults = formFaults(type.fields, values, { now: data.now * 1000, minAge: data.min_age })
      const missing = photos.filter((field) => !files[field]).length
      return {
        ...Object.fromEntries(
          Object.entries(faults).map(([field, fault]) => [field, text(`fault_${fault}`, { age: data.min_age, label: labelOf(field) })]),
        ),
        ...(missing > 0 ? { docFiles: text('fault_files_missing', { count: photos.length }) } : {}),
      }
    },
    submit: async (values) => {
      const body = new FormData()
      body.set('doc_type', String(type.doc_type))
      body.set('verificationType', 'documents')
      for (const field of typed) body.set(field, values[field] ?? '')
      for (const file of Object.values(files)) body.append('docFiles', file, file.name)
      await call<typeof dataCall>('POST', '/web-api/office/identification/data', { auth: 'extended', body, timeoutMs: UPLOAD_MS })
      announce(text('sent'))
      onSent()
    },
  })
  const { wrong, sizeMb } = useFileWords(data.file_types, data.max_file_bytes)
  const pick = (field: string, file: File | null) => {
    const fault = file && wrong(file)
    // What is wrong is told before it goes over a slow line; what was chosen before stays.
    if (fault) return form.refuse({ ...form.state.errors, docFiles: fault })
    form.set('docFiles', '')
    setFiles(changed(files, field, file))
  }
  const error = form.state.errors['docFiles']
  return (
    <form className={officeStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
      <FormMessage text={form.state.message} />
      {typed.map((field) =>
        fieldKind(field) === 'date' ? (
          <DateField
            key={field}
            {...form.field(field)}
            {...span(field, today)}
            label={labelOf(field)}
            hint={text('date_hint')}
            today={today}
            weekStart={weekStart(country)}
            autoComplete={autoComplete(field)}
          />
        ) : (
          <TextField
            key={field}
            {...form.field(field)}
            label={labelOf(field)}
            maxLength={80}
            autoComplete={autoComplete(field)}
            dir="auto"
          />
        ),
      )}
      <div
        className={styles.files}
        role="group"
        aria-label={text('chosen_files')}
        aria-describedby={form.idOf('docFiles')}
        data-invalid={error ? '' : undefined}
      >
        {photos.map((field) => (
          <FilePick
            key={field}
            field={field}
            label={labelOf(field)}
            types={data.file_types}
            file={files[field] ?? null}
            onChange={(file) => pick(field, file)}
          />
        ))}
        <p id={form.idOf('docFiles')} tabIndex={-1} className={error ? styles.error : styles.hint} role={error ? 'alert' : undefined}>
          {error ? <Icon name="stop" size={14} /> : null}
          {error ??
            text('files_hint', {
              types: data.file_types.map(shortType).join(', '),
              size: sizeMb,
              most: data.max_files,
            })}
        </p>
      </div>
      <div className={officeStyles.actions}>
        <Button kind="primary" type="submit" icon="upload" loading={form.state.busy}>
          {text('send')}
        </Button>
      </div>
    </form>
  )
}

/** The days of a calendar: a paper ends from today on, everything else lies behind. */
function span(field: string, today: string) {
  return field === 'expires' ? { min: today, max: addMonths(today, 12 * 50) } : { min: '1900-01-01', max: today }
}

function changed(files: Readonly<Record<string, File>>, field: string, file: File | null): Readonly<Record<string, File>> {
  const { [field]: _old, ...rest } = files
  return file ? { ...rest, [field]: file } : rest
}

/** What a browser may fill in of itself; the numbers and days of a paper it does not know. */
const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  last_name: 'family-name',
  first_name: 'given-name',
  birth_date: 'bday',
  address: 'street-address',
}

const autoComplete = (field: string) => AUTOCOMPLETE[field] ?? 'off'

function FilePick({
  field,
  label,
  types,
  file,
  onChange,
}: {
  field: string
  label: string
  types: readonly string[]
  file: File | null
  onChange: (file: File | null) => void
}) {
  const text = useIdentityTexts()
  const { lng } = useSite()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.block}>
      <p className={styles.fileLabel}>{label}</p>
      <div className={styles.file} data-chosen={file ? '' : undefined}>
        <Icon name={file ? 'image' : 'upload'} size={18} />
        <span dir="auto">
          {file ? file.name : null} {file ? <Num className={styles.hint}>{formatFileSize(file.size, lng)}</Num> : null}
        </span>
        {file ? (
          <IconButton icon="close" size={16} label={text('remove_file', { name: file.name })} onClick={() => onChange(null)} />
        ) : null}
        <Button kind="quiet" onClick={() => picker.current?.click()} aria-label={`${text('choose_file')}: ${label}`}>
          {text('choose_file')}
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          name={field}
          accept={types.join()}
          aria-label={label}
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0] ?? null
            event.currentTarget.value = ''
            if (chosen) onChange(chosen)
          }}
        />
      </div>
    </div>
  )
}

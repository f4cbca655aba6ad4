import { Suspense, useId, useState } from 'react'
import { FieldShell, type FieldShellProps } from '#ui/Field.tsx'
import { PickButton } from '#ui/Select.tsx'
import type { SelectOption } from '#ui/SelectModal.tsx'
import { lazyPart } from './lazy-part.tsx'

const SelectModal = lazyPart(async () => (await import('#ui/SelectModal.tsx')).SelectModal)

interface PickFieldProps<V extends string | number> extends Omit<FieldShellProps, 'label'> {
  id?: string
  label: string
  options: readonly SelectOption<V>[]
  value: V | null
  onChange: (value: V) => void
  searchable?: boolean
  loading?: boolean
  small?: boolean
  /** What stands for a choice that was not made. */
  placeholder?: string
}

/** A choice out of a list that is too long, or too rich, for the system's own picker: the kit's window behind a field. */
export function PickField<V extends string | number>(props: PickFieldProps<V>) {
  const { label, options, value, onChange, error, hint, required, hideLabel, className, placeholder = '', small = false } = props
  const made = useId()
  const id = props.id ?? made
  const [open, setOpen] = useState(false)
  const chosen = options.find((option) => option.value === value)
  return (
    <FieldShell {...{ id, label, error, hint, required: required ?? false, hideLabel: hideLabel ?? false, className }}>
      <PickButton
        id={id}
        small={small}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
        onClick={() => setOpen(true)}
      >
        {chosen?.start}
        <span>{chosen?.name ?? placeholder}</span>
      </PickButton>
      {open ? (
        <Suspense>
          <SelectModal
            title={label}
            searchable={props.searchable ?? false}
            loading={props.loading ?? false}
            options={options as readonly SelectOption<string | number>[]}
            value={value}
            onSelect={(choice) => onChange(choice as V)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </FieldShell>
  )
}

import { FormMessage } from '#ui/FormMessage.tsx'
import styles from './Protection.module.css'

interface ChoiceProps<V extends string | number> {
  name: string
  legend: string
  value: V | null
  onChange: (value: V) => void
  items: readonly { value: V; label: string }[]
  error?: string | undefined
}

/** One of several, each a whole row to press; arrows move between them as the browser does it. */
export function Choice<V extends string | number>({ name, legend, value, onChange, items, error }: ChoiceProps<V>) {
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.small}>{legend}</legend>
      {items.map((item) => (
        <label key={item.value} className={styles.option}>
          <input type="radio" name={name} checked={item.value === value} onChange={() => onChange(item.value)} />
          <span>{item.label}</span>
        </label>
      ))}
      <FormMessage text={error ?? null} />
    </fieldset>
  )
}

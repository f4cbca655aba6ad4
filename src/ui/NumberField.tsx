import { useRef, useState } from 'react'
import { withDecimalSign } from '#lib/number-format.ts'
import { TextField, type TextFieldProps } from './Field.tsx'
import { cleanNumeric, settleNumeric, shownNumeric, typedNumeric, type NumericRules } from './numeric-text.ts'
import { pasteNumber } from './pasted-number.ts'
import { useUi } from './settings.tsx'
import { useTypedBehind } from './typed-behind.ts'

/** A number with the rules of VL-01: comma or dot, clamped, cut to its accuracy; bounds are settled on leaving. */
export function NumberField({
  rules = {},
  value,
  onChange,
  onBlur,
  ...props
}: Omit<TextFieldProps, 'type' | 'ref'> & { rules?: NumericRules }) {
  const { lng } = useUi()
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const put = (text: string) => {
    setTyped(text)
    onChange(text)
  }
  const isBehind = useTypedBehind(field, () => {
    const shown = shownNumeric(value, rules)
    if (shown !== value) put(shown)
  })
  const change = (text: string) => put(cleanNumeric(typedNumeric(text, value, isBehind.current, rules), rules))
  return (
    <TextField
      inputMode={rules.accuracy === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      dir="ltr"
      {...props}
      ref={field}
      // What the page has put here reads as its sums do; what somebody types stays as it was typed.
      value={shownNumeric(value === typed ? value : withDecimalSign(value, lng), rules)}
      onChange={change}
      onPaste={(event) => pasteNumber(event, lng, change)}
      onBlur={(event) => {
        const settled = settleNumeric(value, rules)
        if (settled !== value) onChange(settled)
        onBlur?.(event)
      }}
    />
  )
}

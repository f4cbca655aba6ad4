import { useState } from 'react'
import { withDecimalSign } from '#lib/number-format.ts'
import { TextField, type TextFieldProps } from './Field.tsx'
import { cleanNumeric, settleNumeric, shownNumeric, typedNumeric, type NumericRules } from './numeric-text.ts'
import { pasteNumber } from './pasted-number.ts'
import { useUi } from './settings.tsx'

/** A number with the rules of VL-01: comma or dot, clamped, cut to its accuracy; bounds are settled on leaving. */
export function NumberField({ rules = {}, value, onChange, onBlur, ...props }: Omit<TextFieldProps, 'type'> & { rules?: NumericRules }) {
  const { lng } = useUi()
  const [typed, setTyped] = useState('')
  const change = (text: string) => {
    const clean = cleanNumeric(typedNumeric(text, value, rules), rules)
    setTyped(clean)
    onChange(clean)
  }
  return (
    <TextField
      inputMode={rules.accuracy === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      dir="ltr"
      {...props}
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

import type { Letter } from '../../contract.ts'
import { letterText, useStatisticsTexts } from '../texts.ts'
import styles from '../Statistics.module.css'

/** One result in a sign: its letter says it, colour only helps. */
export function LetterChip({ letter }: { letter: Letter }) {
  const { sign, word } = letterText(useStatisticsTexts(), letter)
  return (
    <span className={styles.letter} data-letter={letter}>
      <span aria-hidden>{sign}</span>
      <span className="visually-hidden">{word}</span>
    </span>
  )
}

/** The newest first, as the table gives them. */
export function FormChips({ form }: { form: readonly Letter[] }) {
  return (
    <span className={styles.form}>
      {form.map((letter, index) => (
        // Letters have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <LetterChip key={index} letter={letter} />
      ))}
    </span>
  )
}

import { StatusMark, type StatusKind } from '#ui/Notice.tsx'
import { useCouponTexts } from './texts.ts'

/** Statuses of wire 8.11 with their looks. */
const MARKS: Readonly<
  Record<
    number,
    { kind: StatusKind; key: 'status_1' | 'status_2' | 'status_3' | 'status_4' | 'status_5' | 'status_6' | 'status_7' | 'status_8' }
  >
> = {
  1: { kind: 'pending', key: 'status_1' },
  2: { kind: 'error', key: 'status_2' },
  3: { kind: 'success', key: 'status_3' },
  4: { kind: 'success', key: 'status_4' },
  5: { kind: 'info', key: 'status_5' },
  6: { kind: 'warning', key: 'status_6' },
  7: { kind: 'warning', key: 'status_7' },
  8: { kind: 'info', key: 'status_8' },
}

export function BetStatusMark({ status }: { status: number }) {
  const text = useCouponTexts()
  const mark = MARKS[status]
  return mark ? <StatusMark kind={mark.kind}>{text(mark.key)}</StatusMark> : null
}

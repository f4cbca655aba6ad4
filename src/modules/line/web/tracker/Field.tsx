/** Fields of five sports, drawn from side 1 on the left to side 2 on the right; the page mirrors them for readers from right to left. */
import type { ReactNode } from 'react'
import type { BallPlace, TrackerKind } from '../../rules/tracker.ts'
import styles from './Tracker.module.css'

const W = 420
const H = 180

interface FieldProps {
  kind: TrackerKind
  /** Who has the play; 0 when nobody. */
  attack: 0 | 1 | 2
  /** How far the play has come from the own goal, 0–1. */
  depth: number
  serves: 0 | 1 | 2
  children?: ReactNode
}

export function Field({ kind, attack, depth, serves, children }: FieldProps) {
  return (
    <svg className={styles.svg} viewBox={`0 0 ${W} ${H}`} data-field={kind} aria-hidden>
      <Ground kind={kind} />
      {attack ? <Zone attack={attack} depth={depth} /> : null}
      <Lines kind={kind} />
      {kind === 'tennis' && serves ? <circle className={styles.ball} cx={serves === 1 ? 22 : W - 22} cy={H / 2 + 34} r={6} /> : null}
      {kind === 'cricket' && serves ? <circle className={styles.ball} cx={W / 2} cy={H / 2 - 34} r={5} /> : null}
      {children}
    </svg>
  )
}

function Ground({ kind }: { kind: TrackerKind }) {
  if (kind === 'football') {
    return (
      <>
        <rect className={styles.grass} width={W} height={H} />
        {[1, 3, 5].map((stripe) => (
          <rect key={stripe} className={styles.stripe} x={(stripe * W) / 6} width={W / 6} height={H} />
        ))}
      </>
    )
  }
  return <rect className={kind === 'cricket' ? styles.grass : styles.floor} width={W} height={H} />
}

/** The part of the field that the play has reached, slanted like everything that is marked. */
function Zone({ attack, depth }: { attack: 1 | 2; depth: number }) {
  const reach = 14 + depth * (W - 28)
  const slant = 12
  const points =
    attack === 1
      ? `14,10 ${reach + slant},10 ${reach - slant},${H - 10} 14,${H - 10}`
      : `${W - 14},10 ${W - reach + slant},10 ${W - reach - slant},${H - 10} ${W - 14},${H - 10}`
  return <polygon className={styles.zone} points={points} />
}

function Lines({ kind }: { kind: TrackerKind }) {
  switch (kind) {
    case 'football':
      return (
        <g className={styles.lines}>
          <rect x={14} y={10} width={W - 28} height={H - 20} />
          <path
            d={`M${W / 2} 10V${H - 10}M14 46H74V134H14M${W - 14} 46H${W - 74}V134H${W - 14}M14 70H36V110H14M${W - 14} 70H${W - 36}V110H${W - 14}`}
          />
          <circle cx={W / 2} cy={H / 2} r={28} />
        </g>
      )
    case 'hockey':
      return (
        <g className={styles.lines}>
          <rect x={10} y={8} width={W - 20} height={H - 16} rx={42} />
          <path d={`M${W / 2} 8V${H - 8}M150 8V${H - 8}M${W - 150} 8V${H - 8}M44 20V${H - 20}M${W - 44} 20V${H - 20}`} />
          <circle cx={W / 2} cy={H / 2} r={24} />
          <circle cx={96} cy={54} r={16} />
          <circle cx={96} cy={H - 54} r={16} />
          <circle cx={W - 96} cy={54} r={16} />
          <circle cx={W - 96} cy={H - 54} r={16} />
        </g>
      )
    case 'basketball':
      return (
        <g className={styles.lines}>
          <rect x={14} y={10} width={W - 28} height={H - 20} />
          <path
            d={`M${W / 2} 10V${H - 10}M14 64H92V116H14M${W - 14} 64H${W - 92}V116H${W - 14}M14 22H50A70 70 0 0 1 50 158H14M${W - 14} 22H${W - 50}A70 70 0 0 0 ${W - 50} 158H${W - 14}`}
          />
          <circle cx={W / 2} cy={H / 2} r={24} />
          <circle cx={30} cy={H / 2} r={5} />
          <circle cx={W - 30} cy={H / 2} r={5} />
        </g>
      )
    case 'tennis':
      return (
        <g className={styles.lines}>
          <rect x={36} y={18} width={W - 72} height={H - 36} />
          <path d={`M36 40H${W - 36}M36 ${H - 40}H${W - 36}M112 40V${H - 40}M${W - 112} 40V${H - 40}M112 ${H / 2}H${W - 112}`} />
          <path className={styles.net} d={`M${W / 2} 8V${H - 8}`} />
        </g>
      )
    case 'cricket':
      return (
        <g className={styles.lines}>
          <ellipse cx={W / 2} cy={H / 2} rx={W / 2 - 16} ry={H / 2 - 8} />
          <ellipse cx={W / 2} cy={H / 2} rx={104} ry={52} strokeDasharray="5 5" />
          <rect className={styles.strip} x={W / 2 - 62} y={H / 2 - 12} width={124} height={24} />
          <path d={`M${W / 2 - 50} ${H / 2 - 12}v24M${W / 2 + 50} ${H / 2 - 12}v24`} />
        </g>
      )
  }
}

/** Where the ball is now. */
export function BallMark({ place }: { place: BallPlace }) {
  const x = 14 + place.x * (W - 28)
  const y = 10 + place.y * (H - 20)
  return <circle className={styles.ball} style={{ transform: `translate(${x}px, ${y}px)` }} r={7} data-type={place.type} />
}

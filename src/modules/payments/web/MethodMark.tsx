/** Our own drawings of ways to pay: one line, the colour of the text, the same in every theme. */
const DRAWINGS: Readonly<Record<string, string>> = {
  card: 'M2.5 6.5a2 2 0 0 1 2-2h15a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2h-15a2 2 0 0 1-2-2zM2.5 9.5h19M6 15.5h4',
  wallet: 'M4 7.5h14.5a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5.5a2 2 0 0 1-2-2V7a2.5 2.5 0 0 1 2.5-2.5h11M16.5 13.5h4',
  bank: 'M3 9.5 12 4l9 5.5zM5.5 12.5v5M10 12.5v5M14 12.5v5M18.5 12.5v5M3 20h18',
  phone: 'M8 2.5h8a2 2 0 0 1 2 2v15a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2v-15a2 2 0 0 1 2-2zM10.5 18.5h3',
  coin: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM9.5 8v8M9.5 8h3.2a2 2 0 0 1 0 4H9.5M9.5 12h3.8a2 2 0 0 1 0 4H9.5M11 6.5V8M11 16v1.5',
  instant: 'M13.5 2.5 5 13.5h6l-.5 8 8.5-11h-6z',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5H14zM18 18h2v2h-2zM14 19.5h1.5M19 14h1',
  cash: 'M2.5 7.5h19v9h-19zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM5.5 10v4M18.5 10v4',
  voucher:
    'M3 8a1.5 1.5 0 0 1 1.5-1.5h15A1.5 1.5 0 0 1 21 8v2a2 2 0 0 0 0 4v2a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 16v-2a2 2 0 0 0 0-4zM14.5 7v2M14.5 11v2M14.5 15v2',
}

export function MethodMark({ drawing, size = 20 }: { drawing: string; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={DRAWINGS[drawing] ?? DRAWINGS['card']} />
    </svg>
  )
}

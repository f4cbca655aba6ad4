import { useMemo, useState } from 'react'
import { showToast } from '#platform/web/ModalHost.tsx'
import { modals } from '#platform/web/modal-queue.ts'
import { Button } from '#ui/Button.tsx'
import { Drawer, Modal, Sheet } from '#ui/Overlay.tsx'
import type { SelectOption } from '#ui/SelectModal.tsx'
import { MultiSelectModal, SelectModal } from '#ui/SelectModal.tsx'
import { Group } from './Sample.tsx'
import { useGalleryTexts } from './texts.ts'

const NO_OPTIONS: readonly SelectOption<number>[] = []
const KINDS = ['modal', 'sheet', 'drawer', 'select', 'multi', 'loading', 'empty'] as const

export function Overlays() {
  const text = useGalleryTexts()
  const [open, setOpen] = useState<(typeof KINDS)[number] | null>(null)
  const [one, setOne] = useState<number | null>(7)
  const [many, setMany] = useState<readonly number[]>([1, 2])
  const options = useMemo(
    () =>
      Array.from({ length: 1000 }, (_, index) => ({
        name: text('gallery_option', { number: index + 1 }),
        value: index + 1,
        disabled: index === 3,
      })),
    [text],
  )
  const close = () => setOpen(null)
  return (
    <Group name="Modal, Sheet, Drawer, Select, queue, toast">
      {KINDS.map((kind) => (
        <Button key={kind} data-testid={`open-${kind}`} onClick={() => setOpen(kind)}>
          {kind}
        </Button>
      ))}
      <Button onClick={queueThree}>queue of three</Button>
      <Button onClick={() => showToast({ kind: 'success', text: text('gallery_bet_accepted') })}>toast</Button>
      {open === 'modal' ? <TwoSteps onClose={close} /> : null}
      {open === 'sheet' ? (
        <Sheet
          title={text('gallery_coupon')}
          onClose={close}
          footer={
            <Button kind="accent" size="large" wide>
              {text('gallery_place')}
            </Button>
          }
        >
          {text('gallery_sheet')}
        </Sheet>
      ) : null}
      {open === 'drawer' ? (
        <Drawer title={text('gallery_sport')} onClose={close}>
          {text('gallery_drawer')}
        </Drawer>
      ) : null}
      {open === 'select' ? (
        <SelectModal title={text('gallery_choose')} searchable options={options} value={one} onSelect={setOne} onClose={close} />
      ) : null}
      {open === 'multi' ? (
        <MultiSelectModal
          title={text('gallery_up_to_three')}
          searchable
          max={3}
          options={options}
          value={many}
          onSelect={setMany}
          onClose={close}
        />
      ) : null}
      {open === 'loading' ? (
        <SelectModal title={text('gallery_loading')} loading options={NO_OPTIONS} value={null} onSelect={setOne} onClose={close} />
      ) : null}
      {open === 'empty' ? (
        <SelectModal title={text('gallery_empty')} searchable options={NO_OPTIONS} value={null} onSelect={setOne} onClose={close} />
      ) : null}
    </Group>
  )
}

function TwoSteps({ onClose: close }: { onClose: () => void }) {
  const text = useGalleryTexts()
  const [step, setStep] = useState(1)
  return (
    <Modal
      title={text('gallery_step', { number: step })}
      onClose={close}
      onBack={step === 2 ? () => setStep(1) : undefined}
      footer={
        <Button kind="primary" wide onClick={() => (step === 1 ? setStep(2) : close())}>
          {text('gallery_next')}
        </Button>
      }
    >
      {text('gallery_modal')}
    </Modal>
  )
}

function queueThree(): void {
  for (const name of ['first', 'second', 'third']) {
    modals.show({
      name,
      render: (end) => (
        <Modal title={name} onClose={end}>
          {name}
        </Modal>
      ),
    })
  }
}

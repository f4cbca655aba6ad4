import { useState } from 'react'
import { showToast } from '#platform/web/ModalHost.tsx'
import { modals } from '#platform/web/modal-queue.ts'
import { Button } from '#ui/Button.tsx'
import { Drawer, Modal, Sheet } from '#ui/Overlay.tsx'
import type { SelectOption } from '#ui/SelectModal.tsx'
import { MultiSelectModal, SelectModal } from '#ui/SelectModal.tsx'
import { Group } from './Sample.tsx'

const OPTIONS = Array.from({ length: 1000 }, (_, index) => ({ name: `Вариант ${index + 1}`, value: index + 1, disabled: index === 3 }))
const NO_OPTIONS: readonly SelectOption<number>[] = []
const KINDS = ['modal', 'sheet', 'drawer', 'select', 'multi', 'loading', 'empty'] as const

export function Overlays() {
  const [open, setOpen] = useState<(typeof KINDS)[number] | null>(null)
  const [step, setStep] = useState(1)
  const [one, setOne] = useState<number | null>(7)
  const [many, setMany] = useState<readonly number[]>([1, 2])
  const close = () => setOpen(null)
  const queueThree = () => {
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
  return (
    <Group name="Modal, Sheet, Drawer, Select, queue, toast">
      {KINDS.map((kind) => (
        <Button key={kind} data-testid={`open-${kind}`} onClick={() => setOpen(kind)}>
          {kind}
        </Button>
      ))}
      <Button onClick={queueThree}>queue of three</Button>
      <Button onClick={() => showToast({ kind: 'success', text: 'Ставка принята' })}>toast</Button>
      {open === 'modal' ? (
        <Modal
          title={`Шаг ${step}`}
          onClose={close}
          onBack={step === 2 ? () => setStep(1) : undefined}
          footer={
            <Button kind="primary" wide onClick={() => (step === 1 ? setStep(2) : close())}>
              Дальше
            </Button>
          }
        >
          Окно с панелью и кнопкой «Назад».
        </Modal>
      ) : null}
      {open === 'sheet' ? (
        <Sheet
          title="Купон"
          onClose={close}
          footer={
            <Button kind="accent" size="large" wide>
              Поставить
            </Button>
          }
        >
          Содержимое шторки.
        </Sheet>
      ) : null}
      {open === 'drawer' ? (
        <Drawer title="Спорт" onClose={close}>
          Дерево видов спорта.
        </Drawer>
      ) : null}
      {open === 'select' ? (
        <SelectModal title="Вариант" searchable options={OPTIONS} value={one} onSelect={setOne} onClose={close} />
      ) : null}
      {open === 'multi' ? (
        <MultiSelectModal title="До трёх" searchable max={3} options={OPTIONS} value={many} onSelect={setMany} onClose={close} />
      ) : null}
      {open === 'loading' ? (
        <SelectModal title="Загрузка" loading options={NO_OPTIONS} value={null} onSelect={setOne} onClose={close} />
      ) : null}
      {open === 'empty' ? (
        <SelectModal title="Пусто" searchable options={NO_OPTIONS} value={null} onSelect={setOne} onClose={close} />
      ) : null}
    </Group>
  )
}

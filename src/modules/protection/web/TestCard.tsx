import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '#platform/web/i18n.ts'
import { useSite } from '#platform/web/features.tsx'
import { OfficeCard, officeStyles } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { HelpLineLinks } from '#ui/HelpLineLinks.tsx'
import { Notice } from '#ui/Notice.tsx'
import { ANSWERS, QUESTIONS } from '../rules/self-test.ts'
import { Choice } from './Choice.tsx'
import styles from './Protection.module.css'
import { sendAnswers } from './queries.ts'
import { type ProtectionTexts } from './Value.tsx'

/** What the advice speaks of, one press away. */
function WhatHelps({ isHarm }: { isHarm: boolean }) {
  const text = useTexts<ProtectionTexts>('protection')
  const { responsible } = useSite().config
  return (
    <div className={officeStyles.actions}>
      <a className={styles.link} href="#limits">
        {text('limits')}
      </a>
      <a className={styles.link} href="#break">
        {text('break')}
      </a>
      {isHarm ? <HelpLineLinks line={responsible.helpLine} className={styles.link} /> : null}
    </div>
  )
}

/** Nine questions, one at a time; the result comes with advice. */
export function TestCard() {
  const text = useTexts<ProtectionTexts>('protection')
  const [at, setAt] = useState<number | null>(null)
  const [given, setGiven] = useState<Readonly<Record<number, number>>>({})
  const [missing, setMissing] = useState(false)
  const send = useMutation({
    mutationFn: () => sendAnswers(QUESTIONS.map((id) => ({ question_id: id, answer: given[id] ?? 0 }))),
    onSuccess: () => setAt(null),
  })
  const start = () => {
    setGiven({})
    send.reset()
    setAt(0)
  }
  const question = at === null ? null : QUESTIONS[at]
  const isLast = at === QUESTIONS.length - 1
  const next = (answered: number) => {
    const isMissing = given[answered] === undefined
    setMissing(isMissing)
    if (isMissing) return
    if (isLast) send.mutate()
    else setAt((at ?? 0) + 1)
  }
  return (
    <OfficeCard id="test" title={text('test')} lead={text('test_lead')}>
      {send.data ? (
        <Notice kind={send.data.level === 'low' ? 'success' : 'warning'} announce>
          <strong>{text('test_result', { score: send.data.score, all: QUESTIONS.length * 3 })}</strong> {send.data.advice}
        </Notice>
      ) : null}
      {send.data ? <WhatHelps isHarm={send.data.level === 'high'} /> : null}
      {send.isError ? (
        <Notice kind="error" announce>
          {send.error.message}
        </Notice>
      ) : null}
      {question ? (
        <>
          <p className={styles.about} aria-live="polite">
            {text('step', { step: (at ?? 0) + 1, all: QUESTIONS.length })}
          </p>
          <Choice
            key={question}
            name={`question-${question}`}
            legend={text(`test_question_${question}`)}
            value={given[question] ?? null}
            onChange={(answer) => setGiven({ ...given, [question]: answer })}
            items={ANSWERS.map((answer) => ({ value: answer as number, label: text(`test_answer_${answer}`) }))}
            error={missing && given[question] === undefined ? text('answer_missing') : undefined}
          />
          <div className={officeStyles.actions}>
            <Button kind="plain" onClick={() => setAt(at === 0 ? null : (at ?? 1) - 1)}>
              {text('back')}
            </Button>
            <Button kind="primary" loading={send.isPending} onClick={() => next(question)}>
              {text(isLast ? 'test_finish' : 'next')}
            </Button>
          </div>
        </>
      ) : (
        <div className={officeStyles.actions}>
          <Button kind="plain" onClick={start}>
            {text(send.data ? 'test_again' : 'test_start')}
          </Button>
        </div>
      )}
    </OfficeCard>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { OfficeCard, officeStyles, useForm, useStepUp } from '#modules/auth/web/index.ts'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { PickField } from '#platform/web/PickField.tsx'
import { userConfigQuery } from '#modules/account/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { Notice, StatusMark } from '#ui/Notice.tsx'
import type { questionsCall, setAnswerCall, setCustomAnswerCall } from '../contract/question.ts'
import { answerKey } from '../rules/secure-question.ts'
import { CardForm } from './CardForm.tsx'

type SecurityTexts = typeof import('../../../../locales/ru/security.json')

/** In the list of the screen: a question of the player's own. */
const OWN = 0

/** The security question: none → chosen and answered → another one. */
export function QuestionCard({ hasQuestion }: { hasQuestion: boolean }) {
  const text = useTexts<SecurityTexts>('security')
  const client = useQueryClient()
  const [step, setStep] = useState<'rest' | 'form' | 'saved'>('rest')
  return (
    <OfficeCard
      id="question"
      title={text('question')}
      lead={text('question_lead')}
      end={<StatusMark kind={hasQuestion ? 'success' : 'question'}>{text(hasQuestion ? 'question_set' : 'question_none')}</StatusMark>}
    >
      {step === 'saved' ? (
        <Notice kind="success" announce>
          {text('question_saved')}
        </Notice>
      ) : null}
      {step === 'form' ? (
        <QuestionForm
          onCancel={() => setStep('rest')}
          onDone={() => {
            setStep('saved')
            void client.invalidateQueries(userConfigQuery)
          }}
        />
      ) : (
        <div className={officeStyles.actions}>
          <Button onClick={() => setStep('form')}>{text(hasQuestion ? 'question_change' : 'question_add')}</Button>
        </div>
      )}
    </OfficeCard>
  )
}

function QuestionForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const text = useTexts<SecurityTexts>('security')
  const { lng } = useSite()
  const stepUp = useStepUp()
  const [chosen, setChosen] = useState(1)
  const questions = useQuery({
    queryKey: ['secure-questions', lng],
    queryFn: () => call<typeof questionsCall>('POST', '/web-api/office/getsecurequestions', { auth: 'token' }),
    staleTime: Infinity,
  }).data
  const options = [
    ...(questions ?? []).map(({ question_id, question }) => ({ value: question_id, name: question })),
    { value: OWN, name: text('question_own') },
  ]
  const form = useForm<'question' | 'answer' | 'answer_repeat'>({
    initial: { question: '', answer: '', answer_repeat: '' },
    check: ({ answer, answer_repeat }) => ({
      ...([...answer.trim()].length < 2 ? { answer: text('problem_answer_short') } : {}),
      ...(answerKey(answer) === answerKey(answer_repeat) ? {} : { answer_repeat: text('problem_answer_differs') }),
    }),
    submit: async ({ question, answer, answer_repeat }) => {
      if (chosen === OWN) {
        const body = { question, answer, answer_repeat }
        await call<typeof setCustomAnswerCall>('POST', '/web-api/office/setanswertocustomsecurequestion', { auth: 'token', body })
      } else {
        const body = { question_id: chosen, answer, answer_repeat }
        await call<typeof setAnswerCall>('POST', '/web-api/office/setanswertosecurequestion', { auth: 'token', body })
      }
      onDone()
    },
    onRefused: stepUp.onRefused,
  })
  return (
    <>
      <CardForm form={form} submit={text('save')} onCancel={onCancel}>
        <PickField label={text('question_choose')} loading={!questions} options={options} value={chosen} onChange={setChosen} />
        {chosen === OWN ? <TextField {...form.field('question')} label={text('question_own')} maxLength={150} enterKeyHint="next" /> : null}
        <TextField {...form.field('answer')} label={text('answer')} maxLength={100} autoComplete="off" enterKeyHint="next" />
        <TextField {...form.field('answer_repeat')} label={text('answer_repeat')} maxLength={100} autoComplete="off" enterKeyHint="go" />
      </CardForm>
      {stepUp.modal(form.onSubmit)}
    </>
  )
}

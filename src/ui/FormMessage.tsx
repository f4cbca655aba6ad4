import { Notice } from './Notice.tsx'

/** What is wrong with a form as a whole, said at once; nothing when it is null. */
export function FormMessage({ text }: { text: string | null }) {
  return text ? (
    <Notice kind="error" announce>
      {text}
    </Notice>
  ) : null
}

/** A backup is packed and sealed in a thread of its own: a bet does not wait for it. */
import { Worker } from 'node:worker_threads'
import type { writeBackup, WrittenBackup } from './backup.ts'

export function writeBackupAside(given: Parameters<typeof writeBackup>[0]): Promise<WrittenBackup> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: given })
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', (code) => reject(new Error(`the thread of the backup ended with ${code} and without a word`)))
  })
}

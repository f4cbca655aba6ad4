/** The thread of aside.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { writeBackup } from './backup.ts'

parentPort!.postMessage(await writeBackup(workerData as Parameters<typeof writeBackup>[0]))

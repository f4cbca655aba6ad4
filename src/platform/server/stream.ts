export { createStream, type Stream, type StreamVisitor, type TopicProvider, type TopicState } from './stream/stream.ts'

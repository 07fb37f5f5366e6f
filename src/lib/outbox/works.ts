export * as rules from './queue.ts';
export { startSender } from './sender.ts';
export { openQueueStore } from './store.ts';
export { withRoom } from './room.ts';

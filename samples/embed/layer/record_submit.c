/* Submissions: behind one with recordings the queue is waited for, and what was copied is written. */
#include <stdio.h>
#include <string.h>

#include "record_private.h"

/* Descriptors that may be updated after they are bound hold what they held at the submission, and the copies are of
 * what they held before. */
static bool has_changed(const struct recording *r) {
    bool changed = false;
    for (uint32_t i = 0; i < RECORD_MOST_SETS; i++) {
        const struct record_set *set =
            r->reads[i].set ? record_find(r->device, RECORD_SET, RECORD_HANDLE(r->reads[i].set)) : NULL;
        changed = changed || (set && set->writes != r->reads[i].writes);
    }
    return changed;
}

static void take(struct record_device *device, VkCommandBuffer handle, struct recording **list) {
    struct record_commands *commands = record_find(device, RECORD_COMMANDS, RECORD_HANDLE(handle));
    if (!commands)
        return;
    for (struct recording *r = commands->recordings; r; r = r->next) {
        if (r->is_taken) /* commands may be submitted again, and executed by several others: the first time counts */
            continue;
        r->is_taken = r->is_busy = true;
        if (!*r->why && has_changed(r))
            snprintf(r->why, sizeof r->why, "its descriptors were written after it was");
        if (*r->why)
            fprintf(stderr, "smmra layer: dispatch %u is not recorded: %s\n", r->number, r->why);
        r->submitted = *list;
        *list = r;
    }
    for (uint32_t i = 0; i < commands->secondary_count; i++)
        take(device, commands->secondaries[i], list);
}

/* The device may still write to the staging buffers: they stay. */
static void write_lost(struct recording *list, unsigned long seconds) {
    pthread_mutex_lock(&record_lock);
    for (; list; list = list->submitted) {
        if (!*list->why)
            snprintf(list->why, sizeof list->why, "its submission does not end in %lu s (SMMRA_RECORD_SECONDS)",
                     seconds);
        record_write_folder(list);
    }
    pthread_mutex_unlock(&record_lock);
}

/* Waits for all that the queue was given, and writes. An application may submit work before it signals the semaphore
 * that the work waits for, and it signals only once this function has returned. So the wait ends, and what was to be
 * recorded is lost. */
static void write_behind(struct record_device *device, VkQueue queue, struct recording *list) {
    const VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence fence = VK_NULL_HANDLE;
    const unsigned long seconds = record_patience();
    bool submitted = device->CreateFence(device->device, &info, NULL, &fence) == VK_SUCCESS &&
                     device->QueueSubmit(queue, 0, NULL, fence) == VK_SUCCESS;
    bool done = submitted &&
                device->WaitForFences(device->device, 1, &fence, VK_TRUE, UINT64_C(1000000000) * seconds) == VK_SUCCESS;
    if (submitted && !done) {
        fprintf(
            stderr,
            "smmra layer: a submission does not end in %lu s (SMMRA_RECORD_SECONDS): its dispatches are not recorded\n",
            seconds);
        write_lost(list, seconds);
        return;
    }
    pthread_mutex_lock(&record_lock);
    for (struct recording *next; list; list = next) {
        next = list->submitted;
        list->is_busy = false;
        if (done)
            record_write_folder(list);
        if (list->is_alone)
            record_free(list);
    }
    pthread_mutex_unlock(&record_lock);
    if (fence)
        device->DestroyFence(device->device, fence, NULL);
}

static VKAPI_ATTR VkResult VKAPI_CALL submit(VkQueue queue, uint32_t count, const VkSubmitInfo *submits,
                                             VkFence fence) {
    struct record_device *device = record_device_of(queue);
    struct recording *list = NULL;
    VkResult result = device->QueueSubmit(queue, count, submits, fence);
    pthread_mutex_lock(&record_lock);
    for (uint32_t i = 0; result == VK_SUCCESS && i < count; i++)
        for (uint32_t k = 0; k < submits[i].commandBufferCount; k++)
            take(device, submits[i].pCommandBuffers[k], &list);
    pthread_mutex_unlock(&record_lock);
    if (list)
        write_behind(device, queue, list);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL submit2(VkQueue queue, uint32_t count, const VkSubmitInfo2 *submits,
                                              VkFence fence) {
    struct record_device *device = record_device_of(queue);
    struct recording *list = NULL;
    VkResult result = device->QueueSubmit2(queue, count, submits, fence);
    pthread_mutex_lock(&record_lock);
    for (uint32_t i = 0; result == VK_SUCCESS && i < count; i++)
        for (uint32_t k = 0; k < submits[i].commandBufferInfoCount; k++)
            take(device, submits[i].pCommandBufferInfos[k].commandBuffer, &list);
    pthread_mutex_unlock(&record_lock);
    if (list)
        write_behind(device, queue, list);
    return result;
}

const struct record_entry record_submit_functions[] = {
    RECORD_ENTRY(submit, "vkQueueSubmit"),
    RECORD_ENTRY(submit2, "vkQueueSubmit2"),
    RECORD_ENTRY(submit2, "vkQueueSubmit2KHR"),
    {NULL, NULL},
};

PFN_vkVoidFunction record_function(const char *name) {
    static const struct record_entry *const all[] = {
        record_object_functions, record_memory_functions, record_set_functions,    record_command_functions,
        record_bind_functions,   record_submit_functions, record_sampler_functions};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (const struct record_entry *entry = all[i]; entry->name; entry++)
            if (strcmp(entry->name, name) == 0)
                return entry->function;
    return NULL;
}
